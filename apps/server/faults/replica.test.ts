// Public reads from a replica that lags, is away, and returns: nothing is older than allowed.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { checkReplicas } from '../src/commands/doctor/database.ts';
import { cacheTag } from '../src/features/published/index.ts';
import { stopPostmaster } from '../src/platform/db/embedded/postmaster.ts';
import { createInvalidator } from '../src/platform/db/invalidation.ts';
import { startInstance } from '../tests/support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory } from '../tests/support/process.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { queryRows, startPair } from './support/pair.ts';

test('a replica serves data up to 15 s old, never known outdated data, and nothing when unreachable', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const { primary, standby } = await startPair(path);
  // The test moves the clock ahead.
  const startedAt = performance.now();
  const real = performance.now.bind(performance);
  let ahead = 0;
  mock.method(performance, 'now', () => real() + ahead);
  const metricsPort = String(await findFreePort());
  const settings = {
    ...{ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, TOPOLOGY: 'one' },
    METRICS_PORT: metricsPort,
  };
  const instance = await startInstance(settings);
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.push(await issueAward(owner, badgeId));
  const [first, second, third, fourth, fifth, sixth] = ids as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const isRevoked = async (id: string): Promise<boolean> => {
    const answer = await fetch(`${instance.url}/certify-badge/award/${id}`);
    assert.equal(answer.status, 200);
    return (await answer.json()).revoked;
  };
  /** Directly in the database, without notification. */
  const revoke = (id: string) =>
    queryRows(primary.url, `update credentials set revoked_at = now() where id = '${id}'`);
  const replays = (how: 'pause' | 'resume') =>
    queryRows(standby.url, `select pg_wal_replay_${how}()`);

  const caughtUp = async () => {
    const [{ lsn = '' } = {}] = await queryRows(
      primary.url,
      'select pg_current_wal_flush_lsn()::text as lsn',
    );
    await waitForCondition('the replica has it all', async () => {
      const [row] = await queryRows(
        standby.url,
        `select pg_last_wal_replay_lsn() >= '${lsn}' as has`,
      );
      return row?.has === true;
    });
  };
  const readsFromStandby = async () => {
    const [row] = await queryRows(
      standby.url,
      `select count(*)::int as n from pg_stat_activity where query like '%from credentials%' and pid <> pg_backend_pid()`,
    );
    return Number(row?.n) > 0;
  };
  /** Waits until the replica's position was checked. */
  const waitForCheck = async () => {
    const [{ now = '' } = {}] = await queryRows(
      standby.url,
      'select clock_timestamp()::text as now',
    );
    await waitForCondition('it was asked', async () => {
      const [row] = await queryRows(
        standby.url,
        `select count(*)::int as n from pg_stat_activity
         where query like '%pg_last_wal_replay_lsn%' and pid <> pg_backend_pid() and query_start > '${now}'`,
      );
      return Number(row?.n) > 0;
    });
  };
  await caughtUp();
  // Waits until uncached reads use it.
  await waitForCondition('it is read from', async () => {
    ahead += 11_000;
    await isRevoked(first);
    return readsFromStandby();
  });

  const measured = async (line: string): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    return (await answer.text()).split('\n').includes(line);
  };
  assert.ok(await measured('insignia_replicas{state="fit"} 1'));
  // Reports of the doctor about standby and primary.
  const findings = [
    ...(await checkReplicas(primary.url, standby.url)),
    ...(await checkReplicas(primary.url, primary.url)),
  ];
  assert.deepEqual(
    findings.map(({ message }) => /s behind the primary|isn't a standby/.exec(message)?.[0]),
    ['s behind the primary', "isn't a standby"],
  );

  for (let times = 0; times < 2; times++) await waitForCheck();
  await replays('pause');
  await revoke(second);
  assert.equal(await isRevoked(second), false);
  // After a notification, page and document are read from the primary until the replica has the
  // change.
  await revoke(third);
  await createInvalidator(instance.db)(cacheTag.credential(third));
  await instance.waitForInvalidation();
  assert.equal(await isRevoked(third), true);
  const page = await (await fetch(`${instance.url}/credentials/${third}`)).text();
  assert.match(page, /revoked/i);
  // A new credential is found although the replica lacks it.
  const late = await issueAward(owner, badgeId);
  assert.equal(await isRevoked(late), false);

  // Within half a minute everything is visible, with or without notification.
  await revoke(fourth);
  ahead += 15_001 + 10_000;
  for (const id of [second, fourth]) assert.equal(await isRevoked(id), true);

  await replays('resume');
  await caughtUp();
  await revoke(fifth);
  await caughtUp();
  assert.equal(await isRevoked(fifth), true);

  // Replica away: the primary serves everything, also when it is gone for good.
  await stopPostmaster(standby.process.pid ?? 0);
  await queryRows(primary.url, "alter system set synchronous_standby_names = ''");
  await queryRows(primary.url, 'select pg_reload_conf()');
  await revoke(sixth);
  assert.equal(await isRevoked(sixth), true);
  await waitForCondition('the replica is reported as away', () =>
    measured('insignia_replicas{state="away"} 1'),
  );
  assert.equal((await checkReplicas(primary.url, standby.url))[0]?.outcome, 'fault');
  mock.restoreAll();
  await instance.stop();
  await stopPostmaster(primary.process.pid ?? 0);
  await remove();
  process.stdout.write(`replica: ${Math.round(real() - startedAt)} ms\n`);
});
