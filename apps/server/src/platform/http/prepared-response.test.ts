import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type PreparedResponse, prepareResponse, writePrepared } from './prepared-response.ts';

let prepared: PreparedResponse;
const server = createServer((incoming, response) => writePrepared(prepared, incoming, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const { port } = server.address() as AddressInfo;

async function ask(headers: Record<string, string> = {}, method = 'GET') {
  const outgoing = request({ host: '127.0.0.1', port, method, headers, agent: false });
  const response = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end();
  const [answer] = await response;
  const parts: Buffer[] = await answer.toArray();
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) };
}

// As a one-byte string, compressed, and as a buffer.
for (const times of [1, 100, 2_000])
  test(`a text of ${times} times eleven characters is unchanged in each encoding`, async () => {
    const text = 'Zürich ✓ 合格'.repeat(times);
    prepared = prepareResponse({
      type: 'text/plain; charset=utf-8',
      body: text,
      cache: 'no-cache',
    });
    const whole = await ask();
    assert.equal(whole.bytes.toString(), text);
    assert.equal(whole.headers['content-length'], String(Buffer.byteLength(text)));
    const head = await ask({}, 'HEAD');
    assert.equal(head.bytes.length, 0);
    const { date: _, ...fields } = whole.headers;
    assert.partialDeepStrictEqual(head.headers, fields);
    for (const [encoding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await ask({ 'accept-encoding': encoding });
      if (times === 1) {
        assert.equal(headers['content-encoding'], undefined);
        continue;
      }
      assert.equal(headers['content-encoding'], encoding);
      assert.equal(headers['content-length'], String(bytes.length));
      assert.equal(unpack(bytes).toString(), text);
      assert.notEqual(headers.etag, whole.headers.etag);
      assert.equal((await ask({ 'if-none-match': headers.etag ?? '' })).status, 304);
    }
  });

test('a 304 has the ETag and the general headers but no body headers', async () => {
  const ownHeaders = ['content-disposition', 'inline'];
  prepared = prepareResponse({ type: 'text/plain', body: 'text', cache: 'no-cache', ownHeaders });
  const { headers } = await ask();
  const again = await ask({ 'if-none-match': headers.etag ?? '' });
  assert.equal(again.status, 304);
  assert.equal(again.headers.etag, headers.etag);
  assert.equal(again.headers['cache-control'], 'no-cache');
  assert.equal(again.headers['content-disposition'], 'inline');
  assert.equal(again.headers['content-type'], undefined);
});
