// Verifies, through the service, other forms of genuine credentials than an OpenBadgeCredential
// with its own proof.
import assert from 'node:assert/strict';
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { credentialDocument } from '@insignia/openbadges/v3';
import {
  type TestIssuer,
  issuer as testIssuer,
} from '../../../packages/openbadges/tests/support/issuer.ts';
import { record } from '../../../packages/openbadges/tests/support/learner-record.ts';
import { signJson, signJwt, signRdf } from '../../../packages/openbadges/tests/support/sign-any.ts';
import { assertOk, createTestClient, createTestSdk, type SendRequest } from './support/client.ts';
import { runCommand } from './support/insignia.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createTemporaryDirectory } from './support/process.ts';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

let instance: Instance;
let anyone: SendRequest;
let other: Server;
let origin: string;
let they: TestIssuer;
let badge: Json;
/** Files on the other issuer's server, by path. */
const files: Record<string, string> = {};
before(async () => {
  instance = await startInstance({ VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32' });
  anyone = createTestClient(instance.url);
  other = createServer((request, response) => {
    const file = files[request.url ?? ''] ?? files[(request.url ?? '').split('?')[0] ?? ''];
    response.writeHead(file === undefined ? 404 : 200).end(file ?? '');
  });
  other.listen(0, '127.0.0.2');
  await once(other, 'listening');
  origin = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
  they = await testIssuer('did:key', 5);
  badge = credentialDocument({
    ...{ id: 'urn:uuid:1', name: 'Theirs', validFrom: new Date('2026-03-01T00:00:00Z') },
    issuer: { id: they.did, name: 'They' },
    subject: { id: 'urn:uuid:2' },
    achievement: {
      ...{ id: 'urn:uuid:3', name: 'Theirs', description: 'D', criteria: { narrative: 'C' } },
    },
  });
});
after(async () => {
  other.closeAllConnections();
  other.close();
  await instance.stop();
});

const post = async (document: unknown): Promise<Any> =>
  assertOk(await anyone('POST', '/verify', { document })).body;
const findOutcome = ({ checks }: Any, name: string): string | undefined =>
  checks.find(({ check }: Any) => check === name)?.outcome;

test('JWTs of data model 1.1, envelopes, presentations and eddsa-jcs-2022 are valid badges', async () => {
  const by = { by: they };
  const { validFrom, ...rest } = badge;
  const contexts = ['https://www.w3.org/2018/credentials/v1', (badge['@context'] as string[])[1]];
  const old = { ...rest, '@context': contexts, issuanceDate: validFrom };
  const jwt = await signJwt(badge, {}, they);
  const v2 = 'https://www.w3.org/ns/credentials/v2';
  const id = `data:application/vc+jwt,${jwt}`;
  for (const document of [
    await signJwt({ iss: they.did, sub: 'urn:uuid:2', vc: old }, {}, they),
    jwt,
    { '@context': v2, type: 'EnvelopedVerifiableCredential', id },
    {
      ...{ '@context': [v2], type: ['VerifiablePresentation'] },
      verifiableCredential: [await signRdf(badge, by)],
    },
    await signJson(badge, by),
  ]) {
    const verdict = await post(document);
    assert.deepEqual([verdict.edition, verdict.status], ['3.0', 'valid'], JSON.stringify(verdict));
    assert.equal(verdict.found.badge.name, 'Theirs');
  }
});

test('a credential of another kind is unknown and names its kind, also on the page', async () => {
  const membership = {
    ...{ '@context': ['https://www.w3.org/ns/credentials/v2'], issuer: they.did },
    type: ['VerifiableCredential', 'https://a.example/Membership'],
    credentialSubject: { id: 'urn:uuid:1' },
  };
  const signed = await signRdf(membership, { by: they });
  const verdict = await post(signed);
  assert.deepEqual([verdict.status, findOutcome(verdict, 'proof')], ['unknown', 'valid']);
  const form = new FormData();
  form.set('document', JSON.stringify(signed));
  const page = await fetch(`${instance.url}/verify`, {
    ...{ method: 'POST', body: form, headers: { accept: 'text/html' } },
  });
  assert.match(
    await page.text(),
    /type of credential isn’t supported: https:\/\/a\.example\/Membership/,
  );
});

test('each badge in a learner record is verified, and the page names the checks', async () => {
  const by = { by: they };
  const createRecord = (credential: Json): Json => ({
    ...record,
    issuer: { id: they.did, type: ['Profile'], name: 'They' },
    credentialSubject: {
      ...(record.credentialSubject as Json),
      verifiableCredential: [credential],
    },
  });
  const good = await signRdf(badge, by);
  assert.equal((await post(await signRdf(createRecord(good), by))).status, 'valid');
  const bad = await signRdf(createRecord({ ...good, name: 'Admiral' }), by);
  const verdict = await post(bad);
  assert.deepEqual([verdict.status, findOutcome(verdict, 'contents')], ['invalid', 'invalid']);
  const form = new FormData();
  form.set('document', JSON.stringify(bad));
  const page = await fetch(`${instance.url}/verify`, {
    ...{ method: 'POST', body: form, headers: { accept: 'text/html' } },
  });
  assert.match(await page.text(), /Credentials inside/);
});

test('the results of the credentials in a record, and of endorsements, are in the answer, the SDK and on the page', async () => {
  const by = { by: they };
  const endorse = (id: string): Promise<Json> =>
    signRdf(
      {
        '@context': badge['@context'],
        ...{ id: 'urn:uuid:4', name: 'Praise', validFrom: '2026-03-01T00:00:00Z' },
        type: ['VerifiableCredential', 'EndorsementCredential'],
        issuer: { id: they.did, type: ['Profile'], name: 'Association' },
        credentialSubject: { id, type: ['EndorsementSubject'], endorsementComment: 'Good' },
      },
      by,
    );
  const endorsement = await Promise.all([they.did, 'urn:uuid:9', 'urn:uuid:3'].map(endorse));
  const praised = await signRdf({ ...badge, endorsement }, by);
  const clr = await signRdf(
    {
      ...record,
      issuer: { id: they.did, type: ['Profile'], name: 'They' },
      credentialSubject: {
        ...(record.credentialSubject as Json),
        verifiableCredential: [praised, { ...praised, name: 'Admiral' }],
      },
    },
    by,
  );
  const verdict = await createTestSdk(instance.url, '').verification.verifyDocument({
    document: clr,
  });
  assert.deepEqual(
    verdict.contains?.map(({ status, found, endorsements }) => ({
      ...{ status, name: found.badge?.name, issuedOn: found.issuedOn },
      ...{ by: found.issuer?.provenBy?.by, claimedName: found.issuer?.claimedName },
      endorsements: endorsements?.map((each) => [
        ...[each.status, each.found.issuer?.claimedName, each.found.about],
      ]),
    })),
    ['valid', 'invalid'].map((status) => ({
      ...{ status, name: 'Theirs', issuedOn: '2026-03-01T00:00:00.000Z' },
      ...{ by: status === 'valid' ? 'did:key' : undefined, claimedName: 'They' },
      endorsements:
        status === 'valid'
          ? [
              ['valid', 'Association', they.did],
              ['invalid', 'Association', 'urn:uuid:9'],
              ['unknown', 'Association', 'urn:uuid:3'],
            ]
          : undefined,
    })),
  );
  assert.equal(verdict.contains?.[1] && findOutcome(verdict.contains[1], 'proof'), 'invalid');
  const { path: home, remove } = await createTemporaryDirectory();
  await writeFile(join(home, 'record.json'), JSON.stringify(clr));
  const printed = await runCommand(home, ['verify', 'record.json'], {
    env: { INSIGNIA_URL: instance.url },
  });
  await remove();
  for (const line of [
    /^ {2}Contains: ✓ valid {2}Theirs$/m,
    /^ {4}Endorsement: ✗ invalid/m,
    new RegExp(`^ +✓ The endorsement is about ${they.did}\\.$`, 'm'),
    /^ +✗ The endorsement is about something other than this credential: urn:uuid:9\.$/m,
    /^ +\? The endorsement is about urn:uuid:3, which this issuer hasn’t proven to be its own\.$/m,
  ])
    assert.match(printed.out, line);
  const alone = await post(praised);
  assert.deepEqual([alone.status, alone.endorsements.length], ['valid', 3]);
  const form = new FormData();
  form.set('document', JSON.stringify(praised));
  const page = await fetch(`${instance.url}/verify`, {
    ...{ method: 'POST', body: form, headers: { accept: 'text/html' } },
  });
  const text = await page.text();
  assert.match(text, /<h2>Endorsements<\/h2>/);
  assert.match(text, /endorsement is about something other than this credential/);
  for (const id of [they.did, 'urn:uuid:9', 'urn:uuid:3'])
    assert.ok(text.includes(`About: <bdi>${id}</bdi>`), id);
});

test('a document at a URL with more members than are read is unknown', async () => {
  const credentialSubject = {
    type: ['ClrSubject'],
    verifiableCredential: Array(1_200).fill(badge),
  };
  const record = { ...badge, type: ['VerifiableCredential', 'ClrCredential'], credentialSubject };
  files['/record'] = JSON.stringify(record);
  assert.ok(files['/record'].length < 1_000_000);
  const url = encodeURIComponent(`${origin}/record`);
  const { status, checks } = assertOk(await anyone('GET', `/verify?url=${url}`)).body as Any;
  assert.deepEqual([status, checks[0].outcome], ['unknown', 'unknown'], checks[0].message);
});

test('a related resource is fetched and compared by its bytes', async () => {
  files['/syllabus'] = 'A syllabus';
  const digest = createHash('sha384').update('A syllabus').digest('base64');
  const related = (path: string): Promise<Json> =>
    signRdf(
      { ...badge, relatedResource: { id: origin + path, digestSRI: `sha384-${digest}` } },
      { by: they },
    );
  const status = async (path: string): Promise<string> => (await post(await related(path))).status;
  assert.equal(await status('/syllabus'), 'valid');
  files['/syllabus'] = 'Another syllabus';
  assert.equal(await status('/syllabus'), 'invalid');
  assert.equal(await status('/gone'), 'unknown');
});

test('the documents of other servers that one verification reads have at most 8 MiB', async () => {
  files['/large'] = 'x'.repeat(1_000_000);
  const digestSRI = `sha256-${createHash('sha256').update(files['/large']).digest('base64')}`;
  const createResources = (n: number): Json[] =>
    Array.from({ length: 5 }, (_, at) => ({ id: `${origin}/large?${n}-${at}`, digestSRI }));
  const jwts = await Promise.all(
    [1, 2].map((n) => signJwt({ ...badge, relatedResource: createResources(n) }, {}, they)),
  );
  const { contains } = await post({
    ...{ '@context': ['https://www.w3.org/2018/credentials/v1'], type: ['VerifiablePresentation'] },
    verifiableCredential: jwts,
  });
  assert.deepEqual(
    contains.map((each: Any) => findOutcome(each, 'resources')),
    ['valid', 'unknown'],
  );
});

test('a signed Open Badges 2.0 badge (JWS) is valid, revoked by its list, and invalid once changed', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const context = 'https://w3id.org/openbadges/v2';
  const at = (path: string): string => `${origin}/${path}`;
  const publish = (path: string, document: Json): void => {
    files[`/${path}`] = JSON.stringify({ '@context': context, id: at(path), ...document });
  };
  publish('key', {
    ...{ type: 'CryptographicKey', owner: at('issuer') },
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }),
  });
  publish('issuer', {
    ...{ type: 'Issuer', name: 'School', url: origin, email: 'a@school.example' },
    ...{ publicKey: at('key'), revocationList: at('revoked') },
  });
  publish('badge', {
    ...{ type: 'BadgeClass', name: 'Sailor', description: 'Sails', image: at('badge.png') },
    ...{ criteria: { narrative: 'Sailed' }, issuer: at('issuer') },
  });
  publish('revoked', { type: 'RevocationList', revokedAssertions: ['urn:uuid:9'] });
  const assertion = (id: string): Json => ({
    ...{ '@context': context, type: 'Assertion', id },
    recipient: { type: 'email', hashed: false, identity: 'ada@example.org' },
    ...{ badge: at('badge'), issuedOn: '2026-01-01T00:00:00Z' },
    verification: { type: 'SignedBadge', creator: at('key') },
  });
  const part = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (payload: Json): string => {
    const text = `${part({ alg: 'RS256' })}.${part(payload)}`;
    return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`;
  };
  const good = sign(assertion('urn:uuid:8'));
  const verdict = await post(good);
  assert.deepEqual([verdict.edition, verdict.status], ['2.0', 'valid'], JSON.stringify(verdict));
  assert.equal(verdict.found.badge.name, 'Sailor');
  assert.equal((await post(sign(assertion('urn:uuid:9')))).status, 'revoked');
  const [header, , signature] = good.split('.');
  const changed = await post(`${header}.${part(assertion('urn:uuid:7'))}.${signature}`);
  assert.deepEqual([changed.status, findOutcome(changed, 'proof')], ['invalid', 'invalid']);
});
