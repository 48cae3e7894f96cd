// The primary dies and its standby is promoted: what was acknowledged is there, and the same processes write again,
// without a restart and without another configuration.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopPostmaster } from '../src/platform/db/embedded/postmaster.ts';
import { startInstance } from '../tests/support/instance.ts';
import { awardOf, createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { temporaryDirectory } from '../tests/support/process.ts';
import { ask, startPair } from './support/pair.ts';

test('the primary is killed, its standby promoted: nothing acknowledged is lost, written again without a restart', async () => {
  const { path, remove } = await temporaryDirectory();
  const { primary, standby } = await startPair(path);
  const hosts = [standby, primary].map(({ socketDir }) => encodeURIComponent(socketDir)).join(',');
  const instance = await startInstance({
    DATABASE_URL: `postgresql:///postgres?host=${hosts}&user=insignia&target_session_attrs=read-write`,
  });
  const owner = await createOwner(instance, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const acknowledged = new Set<string>();
  let isOver = false;
  let lastFailure = 0;
  let failures = 0;
  const issuing = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const answer = await owner.api('POST', '/awards', awardOf(badgeId));
      if (answer.status === 200) acknowledged.add(answer.body.info.awardId.split('/').at(-1));
      else {
        assert.equal(answer.status, 503, answer.text);
        failures += 1;
        lastFailure = performance.now();
        await sleep(20);
      }
    }
  });
  const reach = async (count: number) => {
    while (acknowledged.size < count) await sleep(20);
  };
  await reach(200);
  const killed = performance.now();
  // Every process of it at once, as when a machine loses its power.
  process.kill(-(primary.process.pid ?? 0), 'SIGKILL');
  await sleep(1_000);
  await ask(standby.url, 'select pg_promote()');
  const promoted = performance.now();
  const before = acknowledged.size;
  await reach(before + 200);
  isOver = true;
  await Promise.all(issuing);
  const rows = await ask(standby.url, 'select id from credentials');
  const kept = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !kept.has(id));
  assert.deepEqual(lost, []);
  process.stdout.write(
    `# primary killed, standby promoted after ${Math.round(promoted - killed)} ms: last refusal ${Math.round(lastFailure - promoted)} ms later (${failures} refused), ${acknowledged.size} acknowledged, 0 lost\n`,
  );
  await instance.stop();
  await stopPostmaster(standby.process.pid ?? 0);
  await remove();
});
