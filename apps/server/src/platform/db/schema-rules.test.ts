import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSchemas, findIncompatibility } from './schema-rules.ts';

const applied = (...names: string[]) => names.map((name) => ({ name, needs: null }));
const known = ['0001_a', '0002_b'];

test('an identical schema and an older one are compatible', () => {
  assert.deepEqual(compareSchemas(known, applied(...known)), {
    ...{ missing: [], newer: [], breaking: [] },
  });
  const older = compareSchemas(known, applied('0001_a'));
  assert.deepEqual(older.missing, ['0002_b']);
  assert.equal(findIncompatibility(older), undefined);
});

test('an expanded schema is compatible, a contracted one only with versions that know its requirement', () => {
  const expanded = compareSchemas(known, applied(...known, '0003_c'));
  assert.deepEqual(expanded.newer, ['0003_c']);
  assert.equal(findIncompatibility(expanded), undefined);
  const contracted = [...applied(...known, '0003_c'), { name: '0004_d', needs: '0003_c' }];
  const old = compareSchemas(known, contracted);
  assert.deepEqual([old.newer, old.breaking], [['0003_c', '0004_d'], ['0004_d']]);
  assert.match(findIncompatibility(old) ?? '', /newer version .+\(0004_d\)\. Start that version/);
  const between = compareSchemas([...known, '0003_c'], contracted);
  assert.equal(findIncompatibility(between), undefined);
});

test('a database with migrations of another branch is reported', () => {
  const other = compareSchemas(known, applied('0001_a', '0002_other'));
  assert.match(findIncompatibility(other) ?? '', /has 0002_other, .+ lacks 0002_b/);
});
