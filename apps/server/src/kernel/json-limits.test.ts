import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findJsonExcess } from './json-limits.ts';

const excess = (text: string) => findJsonExcess(Buffer.from(text));
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('ordinary JSON is within the limits, also with brackets and quotation marks in strings', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      assert.equal(excess(text), undefined);
    }),
  );
  for (const text of ['', '"', '"\\', '"\\"', JSON.stringify('[{,\\"'.repeat(50_000))])
    assert.equal(excess(text), undefined);
  const quoted = JSON.stringify({ ['"\\'.repeat(20_000)]: `${'\\'.repeat(40_001)}"[`.repeat(2) });
  assert.equal(excess(quoted), undefined);
});

test('strings end correctly at any length and with any escapes', () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '\\\\',
    '[',
    'a'.repeat(63),
    'a'.repeat(64),
    'é'.repeat(40),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const json = JSON.stringify(texts);
      assert.equal(excess(json), undefined);
      assert.equal(
        excess(`[${json},${nested(100)}]`),
        'must not be nested more than 100 levels deep',
      );
    }),
  );
});

test('open levels count as depth for any nesting, and closed levels do not', () => {
  assert.equal(excess(nested(100)), undefined);
  assert.equal(excess(`[${Array(190).fill(nested(99)).join()}]`), undefined);
  for (const text of [nested(101), '{"a":['.repeat(51), '['.repeat(200_000)])
    assert.equal(excess(text), 'must not be nested more than 100 levels deep');
});

test('members and items count at any depth', () => {
  const ids = JSON.stringify(Array(10_000).fill('01900000-0000-7000-8000-000000000000'));
  assert.equal(excess(ids), undefined);
  for (const text of [
    `[${'0,'.repeat(20_001)}0]`,
    `[${'{},'.repeat(10_001)}{}]`,
    `{${Array.from({ length: 20_002 }, (_, n) => `"${n}":0`).join()}}`,
  ])
    assert.equal(excess(text), 'must have at most 20000 members and items', text.slice(0, 20));
});
