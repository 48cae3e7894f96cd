// Short form of faults/hostile.test.ts, which covers all shapes and measures delays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAttacks } from './support/hostile/attacks.ts';
import { sendAttack } from './support/hostile/send.ts';
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
    const { status, text } = await sendAttack(instance.url, attack);
    const message = `${attack.name}: ${status} ${text.slice(0, 300)}`;
    assert.ok(status < 500, message);
    if (status >= 400 && text.startsWith('{'))
      assert.equal(JSON.parse(text).statusCode, status, message);
    attackCount++;
  }
  assert.ok(attackCount > 700, `only ${attackCount}`);
});
