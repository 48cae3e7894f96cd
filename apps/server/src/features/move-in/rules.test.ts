import assert from 'node:assert/strict';
import { test } from 'node:test';
import { divideRows, type KnownIdentity, nameCreated, planBadges } from './rules.ts';

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

/** A badge of a file as `key name criteria`. */
const readBadge = (text: string) => {
  const [key = '', name = '', criteria = ''] = text.split(' ');
  return {
    ...{ key, name, description: '', issuerUrl: null, image: null },
    ...{ hasCriteria: criteria !== '', criteria, criteriaHash: Buffer.from(criteria) },
  };
};

test('badges of one name share the badge that is created, unless their criteria differ', () => {
  const plan = (texts: string[], known: Record<string, string> = {}, earlier: string[] = []) => {
    const badges = texts.map(readBadge);
    const targets = planBadges(badges, new Map(Object.entries(known)), earlier.map(readBadge));
    return texts.map((text) => targets.get(readBadge(text).key));
  };
  const [n, x, y] = ['- N', '- N X', '- N Y'].map((text) => nameCreated(readBadge(text)));
  assert.deepEqual(plan(['a N', 'b N', 'c M']), [n, n, nameCreated(readBadge('- M'))]);
  assert.deepEqual(plan(['a N X', 'b N Y', 'c N X']), [x, y, x]);
  assert.deepEqual(plan(['a N', 'b N X']), [x, x], 'the file has no criteria in a row');
  assert.deepEqual(plan(['a N X', 'b N'], { a: '1' }), ['1', n]);
  assert.deepEqual(plan(['b N', 'c N Y'], {}, ['a N X']), [x, y]);
});
