import assert from 'node:assert/strict';
import { test } from 'node:test';
import { designLimits } from '@insignia/design';
import { createBadge, createIssuer, createOwner } from '../support/people.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance({ TOPOLOGY: 'one' });

test('a large design of another program is parsed once, however often it is viewed', async (t) => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const foreign = (mark: string) => {
    const head = `{"insigniaDesign":0,"mark":"${mark}","of":"`;
    return `${head}${'x'.repeat(designLimits.length - head.length - 2)}"}`;
  };
  const parsed: number[] = [];
  const { parse } = JSON;
  t.mock.method(JSON, 'parse', (text: string, ...more: never[]) => {
    if (typeof text === 'string' && text.length === designLimits.length) parsed.push(text.length);
    return parse(text, ...more);
  });
  const [first, second] = [foreign('a'), foreign('b')];
  await owner.insignia.badges.update({ badgeId, designJson: first });
  assert.equal(parsed.length, 1, 'the first one');
  parsed.length = 0;
  await owner.insignia.badges.update({ badgeId, designJson: second });
  assert.equal(parsed.length, 2, 'the one before, and the second one');
  parsed.length = 0;
  await owner.insignia.badges.update({ badgeId, designJson: second });
  assert.equal(parsed.length, 1, 'the same again');
});
