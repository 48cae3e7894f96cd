import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Encoding, pack } from './encodings.ts';
import { prepareResponse } from './prepare-response.ts';

test('what is kept of an answer holds no more memory than it has bytes', () => {
  const text = 'badge '.repeat(300);
  for (const body of [text, Buffer.from(text)]) {
    const prepared = prepareResponse({ type: 'application/json', body, cache: 'no-store' });
    assert.equal(prepared.body.toString(), text);
    assert.equal(prepared.body.buffer.byteLength, text.length);
    for (const encoding of ['br', 'gzip'] satisfies Encoding[]) {
      const packed = pack(prepared.body, encoding);
      assert.equal(packed.buffer.byteLength, packed.length);
    }
  }
});
