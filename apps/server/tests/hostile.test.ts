// Short form of faults/hostile.test.ts, which covers all shapes and measures delays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAttacks } from './support/hostile/attacks.ts';
import { createCallers, createIds } from './support/hostile/callers.ts';
import { generatePageAttacks } from './support/hostile/pages.ts';
import { listRoutes } from './support/hostile/record-routes.ts';
import { assertErrorShape, sendAttack } from './support/hostile/send.ts';
import { readOperationInputs } from './support/openapi.ts';
import { createWorld } from './support/samples.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const world = await createWorld(instance);
const described = await readOperationInputs(instance.url);

test('hostile requests to any route get a response that is never a 5xx', async () => {
  const open = described.filter(({ operation }) => operation.access === 'public');
  let attackCount = 0;
  for await (const attack of generateAttacks(open, world.ids, 'short')) {
    assertErrorShape(attack.name, await sendAttack(instance.url, attack));
    attackCount++;
  }
  assert.ok(attackCount > 700, `only ${attackCount}`);
});

test('hostile requests to pages, forms and endpoints of standards get a page or an error, never a 5xx', async () => {
  const { url } = instance;
  const pages = { url, ids: await createIds(world), listRoutes: async () => listRoutes() };
  let attackCount = 0;
  for await (const attack of generatePageAttacks(
    { ...pages, ...createCallers(url, world) },
    'short',
  )) {
    // Half of them are enough to notice a page that fails.
    if (attackCount++ % 2 === 0) assertErrorShape(attack.name, await sendAttack(url, attack));
  }
  assert.ok(attackCount > 500, `only ${attackCount}`);
});
