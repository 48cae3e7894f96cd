// Forged and altered Open Badges 3.0 credentials against the running /verify.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { health } from '@insignia/contract';
import { bakeCredentialPng, bakeCredentialSvg } from '@insignia/openbadges/baking';
import { verify } from '@insignia/sdk/verify';
import { checkPublicUrls } from '../../src/commands/doctor/public.ts';
import { createUrls } from '../../src/kernel/urls.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from '../support/client.ts';
import { forgedCredentials } from '../support/forgers/forged-credentials.ts';
import {
  type Any,
  embedSource,
  origin,
  requestedPaths,
  servedDocuments,
  server,
  signJwt,
  signWith,
} from '../support/forgers/world.ts';
import { pngBytes } from '../support/images.ts';
import { runInsignia } from '../support/insignia.ts';
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
  ['changed', 'invalid', /It was changed after it was signed/],
  [
    'signed by another key under the name of its issuer’s',
    'invalid',
    /It was changed after it was signed, or signed by another key/,
  ],
  ['signed by another issuer', 'invalid', /It was signed by a key that is not its issuer/],
  ['signed by a did:key', 'invalid', /It was signed by a key that is not its issuer/],
  ['expired', 'expired', /It expired on 2026-04-01/],
  ['not yet valid', 'not_yet_valid', /It is valid from 2026-07-01/],
  [
    'issued by a clock an hour ahead',
    'not_yet_valid',
    /It is valid from 2026-06-01 13:00 UTC; here it is 2026-06-01 12:00 UTC/,
  ],
  ['expired an hour ago', 'expired', /It expired on 2026-06-01 11:00 UTC/],
  ['listed and not revoked', 'valid', undefined],
  ['revoked', 'revoked', /It was revoked by its issuer/],
  ['suspended', 'suspended', /It is suspended by its issuer for now/],
  ['on a list for another purpose', 'unknown', /Its status list is for another purpose/],
  ['on a list that is another', 'unknown', /Its status list calls itself something else/],
  ['on a list that is too short', 'unknown', /Its status list is shorter than any may be/],
  ['beyond the end of its list', 'unknown', /Its status list has no entry for it/],
  ['on a list signed by a stranger', 'unknown', /Its status list is not signed by its issuer/],
  ['on a list of a stranger', 'unknown', /Its status list is of another issuer/],
  [
    'on a list of an hour ahead',
    'unknown',
    /Its status list is valid only from 2026-06-01 13:00 UTC; here it is 2026-06-01 12:00 UTC/,
  ],
  ['on a list that is gone', 'unknown', /Its status list could not be fetched .404/],
  ['on a list that leads elsewhere', 'unknown', /Its status list could not be fetched .302/],
  ['on a list that unpacks without end', 'unknown', /^Its status list cannot be unpacked/],
  ['without a proof', 'invalid', /It is not signed/],
  ['a proof for another purpose', 'invalid', /Its proof was not made to assert anything/],
  [
    'a suite that nobody knows',
    'unknown',
    /Proofs of the kind “eddsa-rdfc-2099” can’t be checked here/,
  ],
  ['a suite for other keys', 'invalid', /Its key is not one for ecdsa-rdfc-2019/],
  [
    'a key that its issuer does not have',
    'invalid',
    /The document that it names does not have its key/,
  ],
  ['two proofs, one of them wrong', 'invalid', /It was changed after it was signed/],
  ['two proofs, one by a stranger', 'valid', undefined],
  [
    'a JWT without signature (alg: none)',
    'invalid',
    /It is not signed in a way that proves anything .none/,
  ],
  [
    'a JWT by HMAC with the public key',
    'invalid',
    /It is not signed in a way that proves anything .HS256/,
  ],
  [
    'a JWT that brings its key along',
    'unknown',
    /It was signed by a key that it carries itself .* Nothing shows that this is a key of the issuer/,
  ],
  [
    'a JWT that says where its key is',
    'invalid',
    /It was changed after it was signed, or signed by another key/,
  ],
  ['a JWT with crit', 'invalid', /Its header asks for an extension that badges don’t have .crit/],
  ['a JWT by a key of a stranger', 'invalid', /It was signed by a key that is not its issuer/],
  ['a JWT whose payload is another', 'invalid', /It was changed after it was signed/],
  ['a context that redefines words', 'unknown', /It defines words of its own in its context/],
  ['a context that nobody knows', 'unknown', /It uses a context that is not known here/],
  [
    'members that no context has',
    'invalid',
    /It says something that none of its contexts explains/,
  ],
  ['a megabyte of words', 'invalid', /It was changed after it was signed/],
  ['fifty levels', 'invalid', /It is nested too deeply/],
  ['15,000 members', 'invalid', /It has too many members/],
  [
    'nameless nodes that are all alike',
    'unknown',
    /It is made so that checking it would take too long/,
  ],
  ['400 nameless nodes in pairs', 'invalid', /It was changed after it was signed/],
  ['an issuer at a private address', 'unknown', /Its key is at no address that can be asked here/],
  ['an issuer by the name of a private address', 'unknown', /the host can't be reached/],
  [
    'an issuer on a port that is none',
    'unknown',
    /Its key is at no address that can be asked here/,
  ],
  ['an issuer upwards', 'unknown', /Its key is at no address that can be asked here/],
  ['an issuer with an escaped slash', 'unknown', /Its key is at no address that can be asked here/],
  ['an issuer who leads elsewhere', 'unknown', /answered with no document .302/],
  [
    'an issuer whose document is another’s',
    'invalid',
    /It was signed by a key that is not its issuer/,
  ],
  ['an issuer by plain HTTP', 'unknown', /Its key is at no address that can be asked here/],
];

const post = async (document: unknown): Promise<Any> =>
  assertOk(await anyone('POST', '/verify', { document })).body;

test('every one that is bent has its row', () => {
  assert.deepEqual(Object.keys(forgedCredentials).sort(), rows.map(([name]) => name).sort());
});

/**
 * Each client words it differently: the service through its guarded client, the SDK through fetch.
 */
const notFetched = /could not be fetched|answered with no document/;
const wordsOf = ({ status, outcome, checks }: Any): Any => ({
  ...{ status, outcome },
  checks: checks.map(({ check, outcome, message }: Any) => [
    ...[check, outcome, notFetched.test(message) ? 'not fetched' : message],
  ]),
});

for (const [name, status, said] of rows)
  test(`/verify, and verify() of the SDK: ${name}`, async () => {
    const document = await forgedCredentials[name]?.();
    const verdict = await post(document);
    const now = instance.clock.now();
    assert.deepEqual(wordsOf(await verify(document, { now })), wordsOf(verdict));
    const wrong = verdict.checks.find(({ outcome }: Any) => outcome !== 'valid');
    assert.equal(verdict.status, status, JSON.stringify(verdict));
    if (said) assert.match(wrong?.message ?? '', said);
    else assert.equal(wrong, undefined);
  });

test('what is not even looked at is refused, with the field that is wrong', async () => {
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

test('of several credentials in a picture none is taken for the one', async () => {
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
    assert.match(details[0].message, /several credentials are baked into it/);
  }
});

test('what takes long to look at holds nobody up: another thread does', async () => {
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

test('nobody was asked but who was named', () => {
  assert.deepEqual(
    requestedPaths.filter((path) => !/^\/[a-z]+(\/did\.json)?$/.test(path)),
    [],
  );
});

test('the command line and the doctor say the same of the same table', async () => {
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
    const { out, err } = await runInsignia(home, ['--json', 'verify', file], { env });
    assert.deepEqual(wordsOf(JSON.parse(out || err)), wordsOf(expected), name);
    servedDocuments[new URL(urls.signed(id)).pathname] = document;
    const found = await checkPublicUrls(urls, id);
    const { message = '' } = found.find(({ check }) => check === 'own badge, 3.0') ?? {};
    assert.ok(message.startsWith(`verifies as ${expected.status}: `), message);
    if (['invalid', 'unknown'].includes(expected.status))
      for (const { outcome, message: said } of expected.checks)
        assert.equal(message.includes(said), outcome !== 'valid', said);
  }
  await remove();
});
