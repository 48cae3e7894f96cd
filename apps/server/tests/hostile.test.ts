// The short form of faults/hostile.test.ts, which has all shapes and measures how long each holds others up.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { attacksOn } from './support/hostile/attacks.ts';
import { sendAttack } from './support/hostile/send.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { readDescription, type Taking } from './support/openapi.ts';
import { createWorld, type World } from './support/samples.ts';

let instance: Instance;
let world: World;
let described: Taking[];
before(async () => {
  instance = await startInstance();
  world = await createWorld(instance);
  described = await readDescription(instance.url);
});
after(() => instance.stop());

test('whatever anybody sends to whatever anybody may ask for is answered, and never by a fault of ours', async () => {
  const open = described.filter(({ operation }) => operation.access === 'public');
  let sent = 0;
  for await (const attack of attacksOn(open, world.ids, 'short')) {
    const { status, text } = await sendAttack(instance.url, attack);
    const shown = `${attack.name}: ${status} ${text.slice(0, 300)}`;
    assert.ok(status < 500, shown);
    if (status >= 400 && text.startsWith('{'))
      assert.equal(JSON.parse(text).statusCode, status, shown);
    sent++;
  }
  assert.ok(sent > 700, `only ${sent}`);
});
