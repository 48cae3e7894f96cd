import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from './call.ts';

test('an Idempotency-Key ignores the order of members and nothing else', () => {
  assert.equal(
    canonicalJson({ b: [1, { y: null, x: 'ü' }], a: undefined }),
    '{"b":[1,{"x":"ü","y":null}]}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const same =
        JSON.stringify(JSON.parse(canonicalJson(a))) ===
        JSON.stringify(JSON.parse(canonicalJson(b)));
      return (canonicalJson(a) === canonicalJson(b)) === same;
    }),
  );
});
