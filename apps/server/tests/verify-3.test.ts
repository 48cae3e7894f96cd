import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  credentialDocument,
  emptyStatusList,
  encodeStatusList,
  generateKey,
  importEd25519Signer,
  type Signer,
  signCredential,
  signStatusList,
  statusListDocument,
  writeStatus,
} from '@insignia/openbadges/v3';
import { verify } from '@insignia/sdk/verify';
import {
  disclose,
  ecdsaIssuer,
  issueBase,
} from '../../../packages/openbadges/tests/support/selective.ts';
import { assertOk, createTestClient, type SendRequest } from './support/client.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { findFreePort } from './support/port.ts';

let instance: Instance;
let owner: Owner;
let anyone: SendRequest;
let badgeId: string;
let other: Server;
let origin: string;
/** Documents and request log of the other issuer's server. */
const web: Record<string, unknown> = {};
let requests: string[] = [];
let did: string;
let signer: Signer<'Ed25519'>;
before(async () => {
  // did:web requires a name.
  const port = await findFreePort();
  instance = await startInstance({
    ...{ PORT: String(port), BASE_URL: `http://localhost:${port}` },
    VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32',
  });
  anyone = createTestClient(instance.url);
  owner = await createOwner(instance);
  badgeId = await createBadge(owner, await createIssuer(owner, { name: 'Our University' }), {
    name: 'Our Badge',
  });
  other = createServer((request, response) => {
    requests.push(request.url ?? '');
    const document = web[request.url ?? ''];
    const text = typeof document === 'string' ? document : JSON.stringify(document ?? {});
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(text);
  });
  other.listen(0, '127.0.0.2');
  await once(other, 'listening');
  origin = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
  const key = await generateKey('Ed25519');
  did = `did:key:${key.publicKeyMultibase}`;
  signer = await importEd25519Signer(key.pkcs8, `${did}#${key.publicKeyMultibase}`);
});
after(async () => {
  other.closeAllConnections();
  other.close();
  await instance.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;
const at = new Date('2026-03-01T00:00:00Z');
const post = async (document: unknown, more: object = {}): Promise<Any> =>
  assertOk(await anyone('POST', '/verify', { document, ...more })).body;
const ask = async (url: string): Promise<Any> =>
  assertOk(await anyone('GET', `/verify?url=${encodeURIComponent(url)}`)).body;
const bad = ({ checks }: Any) =>
  Object.fromEntries(
    checks
      .filter(({ outcome }: Any) => outcome !== 'valid')
      .map(({ check, outcome }: Any) => [check, outcome]),
  );

async function upload(bytes: Uint8Array) {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'badge.png');
  const response = await fetch(`${instance.url}/verify`, { method: 'POST', body: form });
  const body: Any = await response.json();
  return { status: response.status, headers: response.headers, text: '', body };
}

/** A credential of the other issuer. */
async function theirs(more: object = {}): Promise<Any> {
  const document = credentialDocument({
    ...{ id: 'urn:uuid:6f4c3b1e-2d0a-4c55-8f0e-6a1b2c3d4e5f', name: 'Theirs', validFrom: at },
    issuer: { id: did, name: 'They' },
    subject: { identifiers: [{ kind: 'name', value: 'Ada Lovelace', hashed: false }] },
    achievement: {
      ...{ id: 'urn:uuid:1', name: 'Theirs', description: 'D', criteria: { narrative: 'C' } },
    },
    ...more,
  });
  return signCredential(document, signer, at);
}

test('an ecdsa-sd-2023 credential by others is valid whole and with parts withheld, and invalid once changed', async () => {
  const they = await ecdsaIssuer();
  const { proof: _, ...credential } = await theirs({
    ...{ issuer: { id: they.did, name: 'They' }, description: 'Of the sea' },
  });
  const base = await issueBase(['/issuer', '/validFrom'], credential, they);
  const derived = await disclose(base, ['/id', '/name', '/credentialSubject']);
  assert.equal(derived.description, undefined);
  for (const signed of [base, derived]) {
    assert.equal((await post(signed)).status, 'valid');
    const changed = await post({ ...signed, name: 'Admiral' });
    assert.deepEqual([changed.status, bad(changed).proof], ['invalid', 'invalid']);
  }
});

test('our own credentials verify by address, text, JWT, image and recipient, also revoked and erased', async () => {
  const id = await issueAward(owner, badgeId);
  const address = `${instance.url}/credentials/${id}/vc`;
  const { text, body } = assertOk(await anyone('GET', `/credentials/${id}/vc`));
  const jwt = assertOk(await anyone('GET', `/credentials/${id}/vc.jwt`)).text;
  const picture = await fetch(`${instance.url}/credentials/${id}/badge3.png`);
  const baked = new Uint8Array(await picture.arrayBuffer());
  for (const verdict of [
    await ask(address),
    await post(text),
    await post(body),
    await post(jwt),
    await post(address),
    (await upload(baked)).body,
    (await upload(new TextEncoder().encode(text))).body,
    (await upload(new TextEncoder().encode(`${jwt}\n`))).body,
    (await upload(new TextEncoder().encode(address))).body,
    await post(text, { email: 'charles@example.org' }),
  ]) {
    assert.deepEqual([verdict.edition, verdict.status, bad(verdict)], ['3.0', 'valid', {}]);
    assert.equal(verdict.found.recipient.name, 'Charles Babbage');
    assert.deepEqual(
      [verdict.found.badge.name, verdict.found.issuer.name],
      ['Our Badge', 'Our University'],
    );
  }
  assert.deepEqual(bad(await post(text, { email: 'eve@example.org' })), { recipient: 'invalid' });
  const pageUrl = `${instance.url}/credentials/${id}`;
  for (const verdict of [await ask(pageUrl), await post(pageUrl), await verify(pageUrl)])
    assert.deepEqual([verdict.edition, verdict.status], ['2.0', 'valid'], 'the page of it');
  assert.equal((await fetch(pageUrl)).headers.get('access-control-allow-origin'), '*');
  const page = await fetch(`${instance.url}/verify?url=${encodeURIComponent(address)}`, {
    headers: { accept: 'text/html' },
  });
  assert.match(await page.text(), /Valid credential[\s\S]*Signature[\s\S]*The signature is valid/);
  await owner.insignia.credentials.revoke({ awardId: id });
  for (const inner of [text, jwt]) assert.equal((await post(inner)).status, 'revoked');
  await owner.insignia.credentials.delete({ awardId: id });
  assert.equal((await post(text)).status, 'revoked', 'a copy of one that is erased');
  assert.equal((await ask(address)).outcome, 'invalid');
});

test('a badge without a name has none on the page', async () => {
  const document = await theirs();
  delete document.credentialSubject.achievement.name;
  const body = new FormData();
  body.set('document', JSON.stringify(document));
  const headers = { accept: 'text/html' };
  const page = await fetch(`${instance.url}/verify`, { method: 'POST', headers, body });
  const [, checked = ''] = (await page.text()).split('class="found"');
  const [shown = ''] = checked.split('<h2>Checks');
  assert.match(shown, /Ada Lovelace/);
  assert.doesNotMatch(shown, /undefined/);
});

test('a change to any member is detected', async () => {
  const id = await issueAward(owner, badgeId, { expires: '2040-01-01' });
  const { body } = assertOk(await anyone('GET', `/credentials/${id}/vc`));
  const { proof: _, ...members } = body;
  for (const name of Object.keys(members)) {
    const value = typeof body[name] === 'string' ? `${body[name]}x` : { id: 'urn:x' };
    const verdict = await post({ ...body, [name]: value });
    assert.notEqual(verdict.outcome, 'valid', name);
    const { [name]: omitted, ...rest } = body;
    if (name !== '@context' && omitted) assert.notEqual((await post(rest)).outcome, 'valid', name);
  }
  const { proof } = body;
  for (const changed of [
    { proofPurpose: 'authentication' },
    { cryptosuite: 'eddsa-jcs-2022' },
    { created: '2020-01-01T00:00:00Z' },
    { proofValue: `z${'2'.repeat(87)}` },
    { verificationMethod: `${did}#${did.slice(8)}` },
  ])
    assert.notEqual((await post({ ...body, proof: { ...proof, ...changed } })).outcome, 'valid');
  assert.notEqual(
    (await post({ ...body, proof: [proof, { ...proof, created: 'x' }] })).outcome,
    'valid',
  );
});

test('another issuer’s credential is valid, expired, not yet valid or revoked; unreadable sources never pass', async () => {
  assert.deepEqual(bad(await post(await theirs())), {});
  const past = await post(await theirs({ validUntil: new Date('2026-04-01') }));
  assert.deepEqual([past.status, bad(past)], ['expired', { expiry: 'invalid' }]);
  assert.equal(
    (await post(await theirs({ validFrom: new Date('2090-01-01') }))).status,
    'not_yet_valid',
  );
  const bits = emptyStatusList();
  writeStatus(bits, 7, true);
  const list = async (by = signer, issuer = did) =>
    signStatusList(
      statusListDocument({
        ...{ id: `${origin}/list`, issuer, purpose: 'revocation', validFrom: at },
        encodedList: await encodeStatusList(bits),
      }),
      by,
      at,
    );
  const signListed = (index: number) =>
    theirs({ status: { list: `${origin}/list`, index, purpose: 'revocation' } });
  web['/list'] = await list();
  assert.equal((await post(await signListed(7))).status, 'revoked');
  requests = [];
  assert.equal((await post(await signListed(8))).status, 'valid');
  assert.deepEqual(requests, ['/list'], 'asked once');
  assert.deepEqual(bad(await post(await signListed(9_999_999))), { revocation: 'unknown' });
  const key = await generateKey('Ed25519');
  const stranger = await importEd25519Signer(
    key.pkcs8,
    `did:key:${key.publicKeyMultibase}#${key.publicKeyMultibase}`,
  );
  for (const bent of [
    await list(stranger),
    await list(stranger, 'did:key:x'),
    'nonsense',
    { a: 1 },
  ]) {
    web['/list'] = bent;
    assert.deepEqual(bad(await post(await signListed(8))), { revocation: 'unknown' });
  }
  web['/list'] = undefined;
  assert.deepEqual(bad(await post(await signListed(8))), { revocation: 'unknown' });
  web['/theirs'] = await theirs();
  assert.equal((await ask(`${origin}/theirs`)).status, 'valid');
});

test('verification never requests keys or lists from private addresses', async () => {
  requests = [];
  const { port } = other.address() as AddressInfo;
  const good = await theirs();
  for (const issuer of [
    'did:web:127.0.0.1',
    `did:web:localhost%3A${port}`,
    'did:web:169.254.169.254',
    'did:web:2130706433',
    'did:web:a.example:..:x',
    'did:web:127.0.0.1%2Fx',
    `http://127.0.0.1:${port}/key`,
    'https://localhost/key',
    'file:///etc/passwd',
  ]) {
    const proof = { ...good.proof, verificationMethod: `${issuer}#key` };
    const verdict = await post({ ...good, issuer: { ...good.issuer, id: issuer }, proof });
    assert.notEqual(verdict.outcome, 'valid', issuer);
    assert.doesNotMatch(JSON.stringify(verdict), /ECONN|EHOST|ENOTFOUND/);
  }
  for (const list of [
    'http://127.0.0.1/list',
    'http://169.254.169.254/',
    `http://localhost:${port}/`,
  ])
    assert.deepEqual(
      bad(await post(await theirs({ status: { list, index: 1, purpose: 'revocation' } }))),
      { revocation: 'unknown' },
    );
  assert.deepEqual(requests, []);
});
