import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptySkill, fillSkill } from './details.ts';

test('filling in a skill keeps typed values and replaces values that were filled in before', () => {
  const targetUrl = 'https://a.example/1';
  const found = { targetUrl, targetName: 'Welding', targetCode: 'W-7' };
  const first = fillSkill({ ...emptySkill, targetUrl }, found);
  assert.deepEqual(first, { ...emptySkill, ...found });
  const corrected = {
    ...emptySkill,
    ...first,
    targetName: 'Welding steel',
    targetFramework: 'Ours',
  };
  const next = {
    targetUrl: 'https://a.example/uri/2',
    targetName: 'Soldering',
    targetDescription: 'Joins',
  };
  assert.deepEqual(fillSkill({ ...corrected, targetUrl: 'https://a.example/2' }, next, found), {
    ...{ targetUrl: 'https://a.example/uri/2', targetDescription: 'Joins', targetCode: '' },
  });
});
