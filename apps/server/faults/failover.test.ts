// The primary dies and its standby is promoted: nothing acknowledged is lost, and the same
// processes write again without restart or reconfiguration.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopPostmaster } from '../src/platform/db/embedded/postmaster.ts';
import { assertOk, createTestClient } from '../tests/support/client.ts';
import { startInstance } from '../tests/support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
} from '../tests/support/people.ts';
import { createTemporaryDirectory } from '../tests/support/process.ts';
import { queryRows, startPair } from './support/pair.ts';

test('killing the primary and promoting its standby loses no acknowledged write, and writes resume without a restart', async () => {
  const { path, remove } = await createTemporaryDirectory();
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
      const answer = await owner.api('POST', '/awards', createAwardBodyFor(badgeId));
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
  // Kills all its processes at once, like a power failure.
  process.kill(-(primary.process.pid ?? 0), 'SIGKILL');
  await sleep(1_000);
  await queryRows(standby.url, 'select pg_promote()');
  const promoted = performance.now();
  const before = acknowledged.size;
  await reach(before + 200);
  isOver = true;
  await Promise.all(issuing);
  const rows = await queryRows(standby.url, 'select id from credentials');
  const storedIds = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !storedIds.has(id));
  assert.deepEqual(lost, []);
  process.stdout.write(
    `# primary killed, standby promoted after ${Math.round(promoted - killed)} ms: last refusal ${Math.round(lastFailure - promoted)} ms later (${failures} refused), ${acknowledged.size} acknowledged, 0 lost\n`,
  );
  await instance.stop();
  await stopPostmaster(standby.process.pid ?? 0);
  await remove();
});

test('a standby promoted without the last signatures never reuses their status-list entries', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const { primary, standby } = await startPair(path);
  const hosts = [standby, primary].map(({ socketDir }) => encodeURIComponent(socketDir)).join(',');
  const instance = await startInstance({
    DATABASE_URL: `postgresql:///postgres?host=${hosts}&user=insignia&target_session_attrs=read-write`,
  });
  const owner = await createOwner(instance, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const ids: string[] = [];
  for (let n = 0; n < 24; n++) ids.push(await issueAward(owner, badgeId));
  const anyone = createTestClient(instance.url);
  const sign = async (id: string): Promise<string> => {
    for (;;) {
      const answer = await anyone('GET', `/credentials/${id}/vc`);
      if (answer.status === 503) {
        await sleep(20);
        continue;
      }
      const { statusListCredential, statusListIndex } = assertOk(answer).body.credentialStatus;
      return `${statusListCredential}#${statusListIndex}`;
    }
  };
  const signAll = async (some: string[]): Promise<string[]> => {
    const entries: string[] = [];
    for (const id of some) entries.push(await sign(id));
    return entries;
  };
  const early = await signAll(ids.slice(0, 4));
  // From here on the standby receives nothing, and the primary doesn't wait for it.
  await queryRows(primary.url, "alter system set synchronous_standby_names = ''");
  await queryRows(primary.url, 'select pg_reload_conf()');
  await queryRows(standby.url, "alter system set primary_conninfo = ''");
  await queryRows(standby.url, 'select pg_reload_conf()');
  while ((await queryRows(standby.url, 'select 1 from pg_stat_wal_receiver')).length > 0)
    await sleep(20);
  const lost = await signAll(ids.slice(4, 14));
  process.kill(-(primary.process.pid ?? 0), 'SIGKILL');
  await queryRows(standby.url, 'select pg_promote()');
  const late = await signAll(ids.slice(14));
  const all = [...early, ...lost, ...late];
  assert.equal(new Set(all).size, all.length);
  const [{ n }] = (await queryRows(
    standby.url,
    'select count(*)::int as n from signed_credentials',
  )) as [{ n: number }];
  assert.equal(n, early.length + late.length, 'the signatures between them are lost');
  await instance.stop();
  await stopPostmaster(standby.process.pid ?? 0);
  await remove();
});
