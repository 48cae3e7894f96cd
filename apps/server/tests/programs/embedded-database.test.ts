import assert from 'node:assert/strict';
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { getLayout } from '../../src/platform/db/embedded/layout.ts';
import { assertRefused, createTestClient } from '../support/client.ts';
import { createDataDirectory } from '../support/data-directory.ts';
import {
  createTemporaryDirectory,
  launch,
  readPostmasterPid,
  startProcess,
  waitUntilReady,
} from '../support/process.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

/** Each test leaves it in a valid state. */
const shared = await createDataDirectory();
after(shared.remove);

test('a second process on the same data directory ends with one clear line, also after the connection with the lock broke', async () => {
  const { path } = shared;
  const first = await startProcess({ DATA_DIR: path });
  const startSecond = async (): Promise<void> => {
    const second = await launch({ DATA_DIR: path });
    assert.notEqual(await second.ended, 0);
    const lines = second
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'));
    assert.deepEqual(lines, [
      `Insignia can't start: ${path} is in use by another Insignia process. Stop it or choose another DATA_DIR`,
    ]);
  };
  await startSecond();
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
  const host = encodeURIComponent(getLayout(path).socketDir);
  const database = new pg.Client({
    connectionString: `postgresql:///postgres?host=${host}&user=insignia`,
  });
  await database.connect();
  const holders = async () =>
    (await database.query("select pid from pg_locks where locktype = 'advisory'")).rows;
  const [holder] = await holders();
  await database.query('select pg_terminate_backend($1)', [holder.pid]);
  let next = holder;
  while (!next || next.pid === holder.pid) [next] = await holders();
  await database.end();
  await startSecond();
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
});

test('when two processes start on an empty directory, one serves and the other reports why it cannot', async () => {
  const { path, remove } = await createTemporaryDirectory();
  const both = [await launch({ DATA_DIR: path }), await launch({ DATA_DIR: path })];
  const loser = await Promise.race(both.map((running) => running.ended.then(() => running)));
  const winner = both.find((running) => running !== loser);
  assert.match(loser.output(), /is in use by another Insignia process/);
  assert.ok(winner);
  await waitUntilReady(winner);
  winner.child.kill('SIGTERM');
  assert.equal(await winner.ended, 0);
  await remove();
});

test('a process that starts while another is claiming its database gets an error', async (t) => {
  const { path, remove } = await createTemporaryDirectory();
  const first = await launch({ DATA_DIR: path });
  t.after(() => first.child.kill('SIGCONT'));
  await waitForCondition(
    'a server',
    async () => (await readPostmasterPid(path).catch(() => 0)) > 0,
  );
  first.child.kill('SIGSTOP');
  const second = await launch({ DATA_DIR: path });
  assert.notEqual(await second.ended, 0);
  first.child.kill('SIGCONT');
  assert.match(second.output(), /is in use by another Insignia process/);
  await waitUntilReady(first);
  assert.doesNotMatch(first.output(), /restarting it/);
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  await remove();
});

test('when the database dies, requests return 503 and the process restarts it', async () => {
  const { path, remove } = await createDataDirectory();
  const running = await startProcess({ DATA_DIR: path });
  const send = createTestClient(running.url);
  const postmaster = await readPostmasterPid(path);
  process.kill(postmaster, 'SIGKILL');
  const answer = await send('GET', '/issuers', undefined, {
    'x-api-key': `insignia_${'0'.repeat(32)}`,
  }).catch(() => assert.fail(running.output()));
  if (answer.status !== 401) {
    assertRefused(answer, 503, 'database_unavailable');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
  // Leftovers of the killed one may respond for a moment.
  const isAnother = (pid: number) => pid > 0 && pid !== postmaster;
  await waitForCondition('it is started again', async () =>
    isAnother(await readPostmasterPid(path).catch(() => 0)),
  );
  await waitUntilReady(running);
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  await remove();
});

test('as root, PostgreSQL runs as another user, with or without user namespaces, and accepts only the account that runs the program', async () => {
  const { path } = shared;
  const { socketDir } = getLayout(path);
  const knock = async (user: string) => {
    const host = encodeURIComponent(socketDir);
    const database = new pg.Client({
      connectionString: `postgresql:///postgres?host=${host}&user=${user}`,
    });
    database.on('error', () => {});
    try {
      await database.connect();
      return (await database.query('select type, auth_method from pg_hba_file_rules')).rows;
    } catch (error) {
      return (error as Error).message;
    } finally {
      await database.end().catch(() => {});
    }
  };
  const isRoot = process.getuid?.() === 0;
  // Without `unshare`, the process itself changes user.
  const withoutUnshare = join(path, 'empty');
  // The first test has started it with namespaces before.
  for (const PATH of [withoutUnshare, process.env.PATH ?? '']) {
    const running = await startProcess({ DATA_DIR: path, PATH });
    const owner = (await stat(`/proc/${await readPostmasterPid(path)}`)).uid;
    if (isRoot && PATH === withoutUnshare) assert.notEqual(owner, 0);
    else assert.equal(owner, process.getuid?.());
    const rules = await knock('insignia');
    assert.ok(Array.isArray(rules), String(rules));
    assert.deepEqual(
      rules.map(({ type, auth_method: method }) => `${type} ${method}`),
      // The owner may also replicate.
      ['local peer', 'local peer', 'local reject', 'local reject', 'host reject', 'host reject'],
    );
    assert.match(String(await knock('postgres')), /pg_hba.conf rejects/);
    if (isRoot) {
      // Even if the folder were readable by everyone.
      const { mode } = await stat(socketDir);
      await chmod(socketDir, 0o777);
      await chmod(join(socketDir, '.s.PGSQL.5432'), 0o777);
      for (const uid of [1, 65_534, 54_321]) {
        process.seteuid?.(uid);
        const answer = await knock('insignia').finally(() => process.seteuid?.(0));
        assert.match(String(answer), /[Pp]eer/, `uid ${uid}`);
      }
      await chmod(socketDir, mode);
    }
    running.child.kill('SIGTERM');
    assert.equal(await running.ended, 0);
  }
});
