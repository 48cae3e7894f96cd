import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressBody, type Encoding } from '../http/encodings.ts';
import { prepareResponse } from '../http/prepared-response.ts';
import { toBuffer } from './own-memory.ts';

const prepare = (body: Buffer | string) =>
  prepareResponse({ type: 'application/json', body, cache: 'no-store' });

test('a cached response uses no more memory than its bytes', () => {
  const text = 'badge '.repeat(3_000);
  for (const limit of [text, Buffer.from(text)]) {
    const { body } = prepare(limit);
    assert.ok(typeof body !== 'string');
    assert.equal(body.toString(), text);
    assert.equal(body.buffer.byteLength, text.length);
    for (const encoding of ['br', 'gzip'] satisfies Encoding[]) {
      const packed = compressBody(body, encoding);
      assert.equal(packed.buffer.byteLength, packed.length);
    }
  }
});

test('a short body is kept as a string with one character per byte', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 256 }, (_, n) => n));
  const { body } = prepare(bytes);
  assert.ok(typeof body === 'string');
  assert.equal(body.length, 256);
  assert.deepEqual(toBuffer(body), bytes);
});

test('responses with the same headers share one header list', () => {
  const [one, other] = [prepare('one'), prepare('other')];
  assert.notEqual(one.etag, other.etag);
  assert.equal(one.headers, other.headers);
});
