// Forged and altered Open Badges 3.0 credentials against the running /verify.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { health } from '@insignia/contract';
import { bakeCredentialPng, bakeCredentialSvg } from '@insignia/openbadges/baking';
import { verify } from '@insignia/sdk/verify';
import { signRdf } from '../../../../packages/openbadges/tests/support/sign-any.ts';
import { checkPublicUrls } from '../../src/commands/doctor/public.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from '../support/client.ts';
import { forgedCredentials } from '../support/forgers/forged-credentials.ts';
import {
  type Any,
  embedSource,
  origin,
  requestedPaths,
  school,
  servedDocuments,
  server,
  signJwt,
  signWith,
  stranger,
} from '../support/forgers/world.ts';
import { pngBytes } from '../support/images.ts';
import { runCommand } from '../support/insignia.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { findFreePort } from '../support/port.ts';
import { createTemporaryDirectory } from '../support/process.ts';

let instance: Instance;
let anyone: SendRequest;
before(async () => {
  const port = await findFreePort();
  instance = await startInstance({
    ...{ PORT: String(port), BASE_URL: `http://localhost:${port}` },
    VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
  });
  instance.clock.set('2026-06-01T12:00:00Z');
  anyone = createTestClient(instance.url);
});
after(async () => {
  await instance.stop();
  await server.close();
});

// Shared by all verifiers: /verify, the SDK's verify(), the command line and the doctor.
/** Case, status, and message of the first failed check. */
const rows: [name: string, status: string, said: RegExp | undefined][] = [
  ['a good one', 'valid', undefined],
  ['a good JWT', 'valid', undefined],
  ['changed', 'invalid', /The credential was changed after it was signed/],
  [
    'signed by another key under the name of its issuer’s',
    'invalid',
    /The credential was changed after it was signed, or was signed with another key/,
  ],
  [
    'signed by another issuer',
    'invalid',
    /The credential was signed with a key that isn’t the issuer’s/,
  ],
  [
    'signed by a did:key',
    'invalid',
    /The credential was signed with a key that isn’t the issuer’s/,
  ],
  ['expired', 'expired', /The credential expired on 2026-04-01/],
  ['not yet valid', 'not_yet_valid', /The credential is valid from 2026-07-01/],
  [
    'issued by a clock an hour ahead',
    'not_yet_valid',
    /The credential is valid from 2026-06-01 13:00 UTC. The current time is 2026-06-01 12:00 UTC/,
  ],
  ['expired an hour ago', 'expired', /The credential expired on 2026-06-01 11:00 UTC/],
  ['listed and not revoked', 'valid', undefined],
  ['revoked', 'revoked', /The issuer revoked this credential/],
  ['suspended', 'suspended', /The issuer has suspended this credential/],
  ['on a list for another purpose', 'unknown', /The status list is for another purpose/],
  [
    'on a list that is another',
    'unknown',
    /The status list has an id that doesn’t match its address/,
  ],
  ['on a list that is too short', 'unknown', /The status list is shorter than the minimum length/],
  ['beyond the end of its list', 'unknown', /The status list has no entry for this credential/],
  ['on a list signed by a stranger', 'unknown', /The status list isn’t signed by the issuer/],
  ['on a list of a stranger', 'unknown', /The status list belongs to another issuer/],
  [
    'on a list of an hour ahead',
    'unknown',
    /The status list is valid from 2026-06-01 13:00 UTC. The current time is 2026-06-01 12:00 UTC/,
  ],
  ['on a list that is gone', 'unknown', /The status list couldn’t be fetched .HTTP 404/],
  ['on a list that leads elsewhere', 'unknown', /The status list couldn’t be fetched .HTTP 302/],
  ['on a list that unpacks without end', 'unknown', /^The status list can’t be decompressed/],
  ['without a proof', 'invalid', /The credential isn’t signed/],
  [
    'a proof for another purpose',
    'invalid',
    /The proof’s purpose isn’t to issue credentials .assertionMethod/,
  ],
  ['a suite that nobody knows', 'unknown', /Proofs of type “eddsa-rdfc-2099” aren’t supported/],
  ['a suite for other keys', 'invalid', /The key doesn’t work with ecdsa-rdfc-2019/],
  [
    'a key that its issuer does not have',
    'invalid',
    /The document that should contain the key doesn’t have it/,
  ],
  ['two proofs, one of them wrong', 'invalid', /The credential was changed after it was signed/],
  ['two proofs, one by a stranger', 'valid', undefined],
  [
    'a JWT without signature (alg: none)',
    'invalid',
    /The signature algorithm proves nothing .none/,
  ],
  ['a JWT by HMAC with the public key', 'invalid', /The signature algorithm proves nothing .HS256/],
  [
    'a JWT that brings its key along',
    'unknown',
    /The credential was signed with a key that it contains .* Nothing proves that this key belongs to the named issuer/,
  ],
  [
    'a JWT that says where its key is',
    'invalid',
    /The credential was changed after it was signed, or was signed with another key/,
  ],
  [
    'a JWT with crit',
    'invalid',
    /The JWT’s header requires an extension that credentials don’t use .crit/,
  ],
  [
    'a JWT by a key of a stranger',
    'invalid',
    /The credential was signed with a key that isn’t the issuer’s/,
  ],
  ['a JWT whose payload is another', 'invalid', /The credential was changed after it was signed/],
  [
    'a context that redefines words',
    'unknown',
    /The credential defines its own terms in its context/,
  ],
  ['a context that nobody knows', 'unknown', /The credential uses an unknown context/],
  [
    'members that no context has',
    'invalid',
    /The credential has a member that none of its contexts defines/,
  ],
  ['a megabyte of words', 'invalid', /The credential was changed after it was signed/],
  ['fifty levels', 'unknown', /The document is nested too deeply/],
  ['15,000 members', 'unknown', /The document has too many members/],
  ['nameless nodes that are all alike', 'unknown', /The credential is too complex to check/],
  ['400 nameless nodes in pairs', 'invalid', /The credential was changed after it was signed/],
  ['an issuer at a private address', 'unknown', /The key’s address isn’t supported/],
  ['an issuer by the name of a private address', 'unknown', /the host can’t be reached/],
  ['an issuer on a port that is none', 'unknown', /The key’s address isn’t supported/],
  ['an issuer upwards', 'unknown', /The key’s address isn’t supported/],
  ['an issuer with an escaped slash', 'unknown', /The key’s address isn’t supported/],
  ['an issuer who leads elsewhere', 'unknown', /didn’t return a document .HTTP 302/],
  [
    'an issuer whose document is another’s',
    'invalid',
    /The credential was signed with a key that isn’t the issuer’s/,
  ],
  ['an issuer by plain HTTP', 'unknown', /The key’s address isn’t supported/],
];

const post = async (document: unknown): Promise<Any> =>
  assertOk(await anyone('POST', '/verify', { document })).body;

test('every forged credential has its row in the table', () => {
  assert.deepEqual(Object.keys(forgedCredentials).sort(), rows.map(([name]) => name).sort());
});

/**
 * Each client words it differently: the service through its guarded client, the SDK through fetch.
 */
const notFetched = /couldn’t be fetched|didn’t return a document/;
const summarize = ({ status, outcome, checks }: Any): Any => ({
  ...{ status, outcome },
  checks: checks.map(({ check, outcome, message }: Any) => [
    ...[check, outcome, notFetched.test(message) ? 'not fetched' : message],
  ]),
});

for (const [name, status, expected] of rows)
  test(`/verify, and verify() of the SDK: ${name}`, async () => {
    const document = await forgedCredentials[name]?.();
    const verdict = await post(document);
    const now = instance.clock.now();
    assert.deepEqual(summarize(await verify(document, { now })), summarize(verdict));
    const wrong = verdict.checks.find(({ outcome }: Any) => outcome !== 'valid');
    assert.equal(verdict.status, status, JSON.stringify(verdict));
    if (expected) assert.match(wrong?.message ?? '', expected);
    else assert.equal(wrong, undefined);
  });

test('an endorsement of someone else’s achievement is unknown, however the achievement is named', async () => {
  const famous = `${origin.replace('http:', 'https:').replace('localhost', 'famous.example')}/achievements/1`;
  const endorse = async (id: string): Promise<Any> => {
    const { proof: _, name: __, ...document } = await signWith();
    return signRdf(
      {
        ...document,
        id: `urn:uuid:${crypto.randomUUID()}`,
        type: ['VerifiableCredential', 'EndorsementCredential'],
        issuer: { id: school.did, type: ['Profile'], name: 'Accreditor' },
        credentialSubject: { id, type: ['EndorsementSubject'], endorsementComment: 'Good' },
      },
      { by: school as Any },
    );
  };
  const { proof: _, ...document } = await signWith({
    issuer: { id: stranger.did, name: 'Famous' },
    achievement: {
      ...{ id: famous, name: 'Sailor', description: 'D', criteria: { narrative: 'C' } },
    },
  });
  const sign = async (ids: string[]): Promise<Any> =>
    signRdf(
      { ...document, endorsement: await Promise.all(ids.map(endorse)) },
      { by: stranger as Any },
    );
  const forged = await sign([famous, stranger.did]);
  for (const verdict of [await post(forged), await verify(forged, { now: instance.clock.now() })]) {
    assert.equal(verdict.status, 'valid');
    assert.deepEqual(
      verdict.endorsements?.map(({ status, found }: Any) => [status, found.about]),
      [
        ['unknown', famous],
        ['valid', stranger.did],
      ],
    );
  }
  const form = new FormData();
  form.set('document', JSON.stringify(forged));
  const page = await fetch(`${instance.url}/verify`, {
    ...{ method: 'POST', body: form, headers: { accept: 'text/html' } },
  });
  const text = await page.text();
  assert.ok(text.includes(`About: <bdi>${famous}</bdi>`));
  assert.ok(!text.includes(`href="${famous}"`));
  assert.match(text, /which this issuer hasn’t proven to be its own/);
});

test('input that is too large, too deep or malformed is refused, naming the field', async () => {
  const refused = (document: unknown, code: string, status: number, field?: string) =>
    anyone('POST', '/verify', { document }).then((answer) =>
      assertRefused(answer, status, code, field),
    );
  await refused('x'.repeat(5 * 1024 * 1024), 'body_too_large', 413);
  await refused(
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    'invalid_request',
    400,
    'document',
  );
  await refused(`https://a.example/${'x'.repeat(100_000)}`, 'invalid_request', 400, 'document');
});

test('an image with several credentials is never taken for one of them', async () => {
  const one = Buffer.from(bakeCredentialPng(await pngBytes(), JSON.stringify(await signWith())));
  const [head, chunk] = [33, one.readUInt32BE(33) + 12];
  const twice = Buffer.concat([one.subarray(0, head + chunk), one.subarray(head)]);
  const upload = async (bytes: Buffer): Promise<Any> => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), 'badge.png');
    const answer = await fetch(`${instance.url}/verify`, { method: 'POST', body: form });
    return [answer.status, await answer.json()];
  };
  assert.equal((await upload(one))[1].status, 'valid');
  const svg = bakeCredentialSvg('<svg xmlns="http://www.w3.org/2000/svg"/>', await signJwt());
  assert.equal((await upload(Buffer.from(svg)))[1].status, 'valid');
  const svgTwice = svg.replace(/<openbadges.*>(?=<\/svg>)/, '$&$&');
  for (const each of [twice, Buffer.from(svgTwice)]) {
    const [status, { details }] = await upload(each);
    assert.equal(status, 400);
    assert.match(details[0].message, /it contains several credentials/);
  }
});

test('expensive verifications run in another thread and block no other request', async () => {
  const costly = await embedSource(
    Array.from({ length: 1_000 }, (_, at) => ({ type: ['Profile'], name: `n${at}` })),
  );
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()];
  assert.equal((await post(costly)).status, 'invalid');
  const [own, all] = [process.threadCpuUsage(thread), process.cpuUsage(whole)];
  // About 0.3 s in total, a tenth of it on the main thread. Without the worker, nearly all.
  const shown = `${own.user / 1_000} of ${all.user / 1_000} ms`;
  assert.ok(own.user < all.user / 2, shown);
});

test('verification requests only addresses that the credential names', () => {
  assert.deepEqual(
    requestedPaths.filter((path) => !/^\/[a-z]+(\/did\.json)?$/.test(path)),
    [],
  );
});

test('the command line and the doctor give the same results as the service for the same table', async () => {
  const { path: home, remove } = await createTemporaryDirectory();
  const file = join(home, 'held.json');
  const id = '01990000-0000-7000-8000-000000000001';
  const urls = createUrls(origin);
  servedDocuments[health.path] = { status: 'ok' };
  for (const name of [
    'a good one',
    'changed',
    'revoked',
    'suspended',
    'expired',
    'on a list signed by a stranger',
  ]) {
    const document = await forgedCredentials[name]?.();
    const expected = await post(document);
    await writeFile(file, JSON.stringify(document));
    const env = { INSIGNIA_URL: instance.url };
    const { out, err } = await runCommand(home, ['--json', 'verify', file], { env });
    assert.deepEqual(summarize(JSON.parse(out || err)), summarize(expected), name);
    servedDocuments[new URL(urls.signed(id)).pathname] = document;
    const found = await checkPublicUrls(urls, id);
    const { message = '' } = found.find(({ check }) => check === 'own credential, 3.0') ?? {};
    assert.ok(message.startsWith(`verifies as ${expected.status}: `), message);
    if (['invalid', 'unknown'].includes(expected.status))
      for (const { outcome, message: checkMessage } of expected.checks)
        assert.equal(message.includes(checkMessage), outcome !== 'valid', checkMessage);
  }
  await remove();
});
