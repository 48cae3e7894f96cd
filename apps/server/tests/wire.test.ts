import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operations } from '@insignia/contract';
import { createTestClient } from './support/client.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

let awardId: string;
const instance = await useInstance();
const owner = await createOwner(instance);
const badgeId = await createBadge(owner, await createIssuer(owner), {
  criteria: 'Wrote one. '.repeat(200),
});
for (let i = 0; i < 10; i += 1) awardId = await issueAward(owner, badgeId);

type Answer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
};

/** Raw response: fetch would decompress it. */
function raw(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(new URL(path, instance.url), { headers }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
    }).on('error', reject);
  });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

test('JSON, pages, scripts and CSV are compressed on request, with the same content', async () => {
  const key = { 'x-api-key': owner.key };
  const guid = awardId.split('/').at(-1);
  const places: [string, Record<string, string>][] = [
    ['/awards', key],
    ['/awards/export.csv', key],
    [`/certify-badge/badge/${badgeId}`, {}],
    [`/credentials/${guid}`, { accept: 'text/html' }],
    ['/sign-in', { accept: 'text/html' }],
    ['/openapi.json', {}],
  ];
  const { bytes: page } = await raw(`/credentials/${guid}`, { accept: 'text/html' });
  for (const path of page.toString().match(/\/assets\/[\w.-]+/g) ?? []) places.push([path, {}]);
  assert.ok(places.length > 6);
  for (const [path, headers] of places) {
    const plain = await raw(path, headers);
    assert.equal(plain.status, 200, path);
    assert.equal(plain.headers['content-encoding'], undefined);
    if (plain.headers['cache-control'] !== 'no-store')
      assert.match(String(plain.headers.vary), /accept-encoding/i, path);
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await raw(path, { ...headers, 'accept-encoding': encoding });
      assert.equal(packed.headers['content-encoding'], encoding, path);
      assert.ok(packed.bytes.length < plain.bytes.length / 1.5, path);
      assert.deepEqual(unpack[encoding](packed.bytes), plain.bytes, path);
      if (plain.headers.etag) assert.notEqual(packed.headers.etag, plain.headers.etag, path);
    }
  }
});

test('images, PDFs and short responses are not compressed', async () => {
  const guid = awardId.split('/').at(-1);
  for (const path of [
    `/credentials/${guid}/badge.png`,
    `/awards/${guid}/pdf`,
    `/certify-badge/award/${guid}`,
  ]) {
    const answer = await raw(path, { 'accept-encoding': 'br, gzip' });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-encoding'], undefined, path);
  }
});

test('a matching ETag returns 304 in every encoding', async () => {
  for (const path of [`/certify-badge/badge/${badgeId}`, '/openapi.json'])
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await raw(path, { 'accept-encoding': encoding });
      assert.ok(headers.etag, path);
      const again = await raw(path, {
        'accept-encoding': encoding,
        'if-none-match': String(headers.etag),
      });
      assert.deepEqual([again.status, again.bytes.length], [304, 0], path);
    }
});

test('the reference’s script is at most 1.3 MB compressed, and cached permanently', async () => {
  const { bytes } = await raw('/docs/');
  const [path] = /\/?js\/scalar-[0-9a-f]{12}\.js/.exec(bytes.toString()) ?? [];
  assert.ok(path);
  const where = new URL(path, `${instance.url}/docs/`).pathname;
  const plain = await raw(where);
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await raw(where, { 'accept-encoding': encoding });
    assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(packed.bytes.length <= 1.3 * 1_024 * 1_024, `${encoding}: ${packed.bytes.length}`);
    assert.deepEqual(unpack[encoding](packed.bytes), plain.bytes);
  }
  assert.equal((await raw('/docs/js/scalar-000000000000.js')).status, 404);
});

test('an unsupported method returns 405 with the allowed methods', async () => {
  const call = createTestClient(instance.url);
  const requests: [string, string, string][] = [
    ['PATCH', '/awards', 'GET, HEAD, OPTIONS, POST'],
    ['PUT', '/awards', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', `/certify-badge/badge/${badgeId}`, 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/sign-out', 'OPTIONS, POST'],
    ['POST', `/webhooks/${badgeId}`, 'DELETE, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ];
  for (const [method, path, allow] of requests) {
    const answer = await call(method, path);
    assert.equal(answer.status, 405, path);
    assert.equal(answer.headers.get('allow'), allow, path);
    assert.equal(answer.body.code, 'method_not_allowed');
  }
  assert.equal((await call('PUT', '/nowhere')).status, 404);
  const options = await call('OPTIONS', '/awards');
  assert.deepEqual(
    [options.status, options.headers.get('allow')],
    [204, 'GET, HEAD, OPTIONS, POST'],
  );
  assert.equal(options.headers.get('access-control-allow-origin'), null);
});

test('other sites may read every public document, after any preflight and with any response', async () => {
  const call = createTestClient(instance.url);
  const ids: Record<string, string> = { guid: awardId.split('/').at(-1) ?? '', cid: 'none' };
  for (const operation of Object.values(operations)) {
    const path = operation.path.replaceAll(/:(\w+)/g, (_, name) => ids[name] ?? ids.guid ?? '');
    const origin = { origin: 'https://verifier.example' };
    const ask = {
      ...origin,
      'access-control-request-method': operation.method,
      'access-control-request-headers': 'if-none-match',
    };
    const preflight = await call('OPTIONS', path, undefined, ask);
    const isOpen = 'anyOrigin' in operation;
    assert.equal(preflight.status, 204, path);
    assert.equal(preflight.headers.get('access-control-allow-origin'), isOpen ? '*' : null, path);
    if (!isOpen) continue;
    const methods = preflight.headers.get('access-control-allow-methods') ?? '';
    assert.ok(methods.split(', ').includes(operation.method), path);
    assert.equal(preflight.headers.get('access-control-allow-headers'), '*, Authorization');
    const answer = await call(operation.method, path, undefined, origin);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', path);
  }
});
