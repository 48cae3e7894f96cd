import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secrets } from '../secrets/index.ts';
import { createMailMarks } from './marks.ts';

const [old, next] = ['an old secret, long enough to be one', 'a new secret, long enough to be one'];
const [one, other] = [
  '01a1ff35-0000-7000-8000-000000000001',
  '01a1ff35-0000-7000-8000-000000000002',
];

test('a mark belongs to one email, and is valid with every known secret', () => {
  const before = createMailMarks(new Secrets([old]));
  const mark = before.make(one);
  assert.match(mark, /^[\w-]{22}$/);
  assert.ok(before.isValid(one, mark));
  assert.ok(!before.isValid(other, mark));
  for (const wrong of ['', 'x', `${mark}A`, mark.slice(1), '\0'])
    assert.ok(!before.isValid(one, wrong));
  const rotated = createMailMarks(new Secrets([next, old]));
  assert.ok(rotated.isValid(one, mark));
  assert.notEqual(rotated.make(one), mark);
  assert.ok(!createMailMarks(new Secrets([next])).isValid(one, mark));
});
