import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64urlnopad } from '@scure/base';
import fc from 'fast-check';
import { decodeBase64Url } from './decode.ts';

test('base64url decodes to the bytes that were encoded, of any length', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      assert.deepEqual(decodeBase64Url(base64urlnopad.encode(bytes)), bytes);
    }),
  );
});

test('base64url with padding, other characters, white space or unused bits is refused', () => {
  for (const text of ['QQ==', 'Q', 'Q+Q', 'Q/Q', 'QU JD', 'QUJD\n', 'QR', 'QUF', 'QUJD!'])
    assert.throws(() => decodeBase64Url(text), text);
  const letters = fc.string({
    unit: fc.constantFrom(...'AQgwZz09-_+/= \n'),
    maxLength: 9,
  });
  const accepts = (decode: (text: string) => unknown, text: string): boolean => {
    try {
      decode(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(letters, (text) => {
      assert.equal(accepts(decodeBase64Url, text), accepts(base64urlnopad.decode, text));
    }),
  );
});
