import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divideRows, type KnownIdentity } from './rules.ts';

/** A row as `identity address badge`, and what is known about it. */
const divide = (...rows: [string, KnownIdentity][]) => {
  const read = rows.map(([text], row) => {
    const [identity = '', address = '', badgeId = ''] = text.split(' ');
    return { row, identity: Buffer.from(identity), address, badgeId };
  });
  const { fresh, conflicts } = divideRows(
    read,
    rows.map(([, known]) => known),
  );
  return [fresh, conflicts].map((each) => each.map(({ row }) => row));
};

test('a row is new, repeats one of the same recipient and badge, or conflicts', () => {
  assert.deepEqual(divide(), [[], []]);
  assert.deepEqual(divide(['1 ada A', 'new'], ['2 ada A', 'new']), [[0, 1], []]);
  assert.deepEqual(divide(['1 ada A', 'new'], ['1 ada A', 'new']), [[0], []]);
  assert.deepEqual(
    divide(['1 ada A', 'new'], ['1 eve A', 'new'], ['1 ada A', 'new'], ['1 eve A', 'new']),
    [[0], [1, 3]],
    'another recipient',
  );
  assert.deepEqual(
    divide(['1 ada A', 'new'], ['1 ada B', 'new'], ['1 ada A', 'new']),
    [[0], [1]],
    'another badge',
  );
  assert.deepEqual(divide(['1 ada A', 'same'], ['1 eve A', 'other']), [[], [1]]);
  assert.deepEqual(divide(['1 eve A', 'other'], ['1 ada A', 'same']), [[], [0]]);
  // Known by its former identity.
  assert.deepEqual(divide(['1 ada A', 'same'], ['1 eve A', 'new']), [[], [1]]);
  assert.deepEqual(
    divide(['1 old A', 'same'], ['1 new A', 'same']),
    [[], []],
    'the earlier and the new address of one recipient',
  );
});
