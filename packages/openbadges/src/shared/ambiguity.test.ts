import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findAmbiguity } from './decode.ts';

test('a repeated member is found wherever and however it is written', () => {
  for (const json of [
    '{"name":1,"name":2}',
    '{"name":1,"a":{"name":1},"name":2}',
    '{"a":[1,{"b":{}},{"name":"\\"","x":1,"name":[]}]}',
    '{"n\\u0061me":1, "name" : 2}',
    '[{"name":{"name":1}},{"x":",","name":1,"name":1}]',
  ])
    assert.equal(findAmbiguity(json), 'repeats the member “name”', json);
});

test('an unpaired surrogate is found in names and values', () => {
  for (const json of ['{"a":"\\ud800"}', '{"\\udc00":1}', '["x\ud800"]'])
    assert.equal(findAmbiguity(json), 'isn’t well-formed Unicode', json);
});

test('the output of JSON.stringify is never ambiguous', () => {
  const anything = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });
  fc.assert(
    fc.property(anything, fc.constantFrom(0, 2), (value, space) => {
      assert.equal(findAmbiguity(JSON.stringify(value, null, space)), undefined);
    }),
    { numRuns: 30 },
  );
});

test('hostile input ends in time, and input nested too deeply is reported', () => {
  for (const [json, reason] of [
    ['['.repeat(1e6), 'is nested too deeply'],
    ['{"":'.repeat(3e5), 'is nested too deeply'],
    [`[${'[],'.repeat(3e5)}0]`, undefined],
    [`"${'\\"'.repeat(5e5)}"`, undefined],
  ] as const)
    assert.equal(findAmbiguity(json), reason);
});
