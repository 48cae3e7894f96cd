import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearchParser, dayParam, idParam, oneOfParam, textParam } from './search.ts';

const read = createSearchParser({
  search: textParam,
  state: oneOfParam(['valid', 'revoked']),
  days: oneOfParam([7, 30]),
  compare: oneOfParam([true]),
  badge: idParam,
  from: dayParam,
});

const right = {
  search: 'ada',
  state: 'valid',
  days: 30,
  compare: true,
  badge: '01a1ff35-a000-7000-8000-000000000001',
  from: '2028-02-29',
};

test('valid search parameters are unchanged', () => {
  assert.deepEqual(read(right), right);
});

test('an invalid search parameter becomes undefined and replaces the value from the router', () => {
  const wrong: Record<string, unknown[]> = {
    search: [7, null, ['a'], 'x'.repeat(201)],
    state: ['Valid', 'expired', '', 0, {}],
    days: ['30', 8, 7.5],
    compare: ['true', 1, false],
    badge: ['first-steps', '01a1ff35-a000-7000-8000-00000000000', 5],
    from: ['2027-02-29', '2027-2-9', 'yesterday', '2027-13-01', 20270101],
  };
  for (const [field, values] of Object.entries(wrong))
    for (const value of values) {
      const found = read({ ...right, [field]: value, other: 1 });
      assert.deepEqual(found, { ...right, [field]: undefined }, `${field} ${value}`);
    }
});
