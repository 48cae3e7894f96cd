import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeHmac, deriveHmacKey } from './sign.ts';

test('signatures equal HMAC-SHA256 for any secret and text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    // Includes lone surrogates and texts longer than the buffer.
    fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
    fc.string({ unit: 'binary', minLength: 5_000, maxLength: 9_000 }),
  );
  const same = fc.property(fc.uint8Array({ maxLength: 200 }), text, (secret, text) => {
    const key = deriveHmacKey(Buffer.from(secret));
    for (const encoding of ['hex', 'base64'] as const)
      assert.equal(
        computeHmac(key, text, encoding),
        createHmac('sha256', secret).update(text).digest(encoding),
      );
  });
  fc.assert(same, { numRuns: 300 });
});
