// A backup during issuing, restored after a full disk and a kill: everything acknowledged before it
// is there, and public documents are identical. ROWS sets the number of extra rows of a kilobyte.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createUrls } from '../src/kernel/urls.ts';
import { findPostmaster, stopPostmaster } from '../src/platform/db/embedded/postmaster.ts';
import { createTestClient } from '../tests/support/client.ts';
import { compileCache } from '../tests/support/compile-cache.ts';
import { createDataDirectory } from '../tests/support/data-directory.ts';
import { insigniaProgram } from '../tests/support/insignia.ts';
import { findFreePort } from '../tests/support/port.ts';
import { createTemporaryDirectory, launch, startProcess } from '../tests/support/process.ts';
import {
  miscountedDaysSql,
  openDatabase,
  prepareAccount,
  raiseQuota,
  SPARE_BYTES,
} from './prepare.ts';

const rows = Number(process.env.ROWS ?? 100_000);
const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

type Ran = { code: number | null; out: string; err: string; peakMB: number };

/** Runs a command and measures its memory. `startedAt` receives the process. */
async function run(
  env: Record<string, string>,
  args: string[],
  startedAt: (child: ChildProcess) => Promise<void> = async () => {},
): Promise<Ran> {
  const { PATH = '', TEST_PRELOAD } = process.env;
  const preload = TEST_PRELOAD ? ['--import', TEST_PRELOAD] : [];
  const command = [...preload, insigniaProgram, ...args];
  const child = spawn(process.execPath, command, { env: { PATH, ...compileCache, ...env } });
  const watching = startedAt(child);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  let peakMB = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMB = Math.max(peakMB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    await sleep(10);
  }
  await watching;
  const [out, err] = await output;
  return { code: await ended, out, err, peakMB };
}

test('a backup under load is complete, and restores after a full disk and a kill', async (t) => {
  const { path: home, remove } = await createTemporaryDirectory();
  cleanups.push(remove);
  const [target, place] = [join(home, 'target'), join(home, 'backups')];
  const { path: dataDir, remove: removeData } = await createDataDirectory();
  cleanups.push(removeData);
  const BACKUP_PASSPHRASE = 'a passphrase of the tests';
  const settings = { DATA_DIR: dataDir, DEFAULT_PLAN: 'pro', LOG_LEVEL: 'error' };
  const running = await startProcess(settings);
  const { key, badgeId } = await prepareAccount(running.url, dataDir);
  await raiseQuota(dataDir);
  const small = await run({ DATA_DIR: dataDir, BACKUP_PASSPHRASE }, ['backup', place]);
  assert.equal(small.code, 0, small.err);
  const database = await openDatabase(dataDir);
  // Without triggers.
  await database.query('set session_replication_role = replica');
  await database.query(
    `insert into events (id, account_id, credential_id, type, data, created_at)
     select uuid7_at(now()), gen_random_uuid(), gen_random_uuid(), 'credential.viewed',
       jsonb_build_object('noise', (select string_agg(md5(i::text || n), '') from generate_series(1, 20) n)), now()
     from generate_series(1, $1::int) i`,
    [rows],
  );
  await database.end();

  const send = createTestClient(running.url, { 'x-api-key': key });
  const acknowledged: string[] = [];
  let over = false;
  let serial = 0;
  const issueUntilOver = async (): Promise<void> => {
    while (!over) {
      const recipient = { name: 'Person', email: `p${serial++}@example.org` };
      const { status, body } = await send('POST', '/awards', {
        parameters: { badgeId, recipient, issuedOn: '2026-01-01' },
      });
      assert.equal(status, 200);
      acknowledged.push(body.info.awardId.split('/').at(-1));
    }
  };
  const load = Array.from({ length: 3 }, issueUntilOver);
  while (acknowledged.length < 50) await sleep(10);
  const before = acknowledged.length;
  const backup = await run({ DATA_DIR: dataDir, BACKUP_PASSPHRASE }, ['backup', place, '--json']);
  const during = acknowledged.length - before;
  over = true;
  await Promise.all(load);
  assert.equal(backup.code, 0, backup.err);
  const summary = JSON.parse(backup.out);
  assert.ok(summary.rows > rows && summary.images.written === 0, backup.out);
  assert.ok(during > 0, 'nobody waits for a backup');
  // About 64 MB of text passed through.
  const grownMB = backup.peakMB - small.peakMB;
  assert.ok(
    grownMB < 64,
    `${small.peakMB} MB for an empty database, ${backup.peakMB} for ${rows} rows`,
  );

  await mkdir(target, { mode: 0o700 });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=110m,mode=700', 'tmpfs', target]);
  } catch {
    assert.fail('this test mounts a small file system: run it as root');
  }
  cleanups.push(() => execFileSync('umount', [target]));
  cleanups.push(async () => {
    const orphan = await findPostmaster(join(target, 'postgres'));
    if (orphan) await stopPostmaster(orphan);
  });
  const env = { DATA_DIR: target, BACKUP_PASSPHRASE, BASE_URL: running.url };
  const full = await run(env, ['restore', place]);
  assert.equal(full.code, 5, full.err || full.out);
  // A server that can't write its log exits with these messages.
  assert.match(full.err, /^insignia: the (database's disk is full|database doesn't respond)/m);
  execFileSync('mount', ['-o', 'remount,size=1g', target]);

  const port = String(await findFreePort());
  const serve = { DATA_DIR: target, BASE_URL: running.url, PORT: port, LOG_LEVEL: 'error' };
  const tooSoon = await launch(serve);
  assert.equal(await tooSoon.ended, 1);
  assert.match(tooSoon.output(), /was interrupted\. Run the same command again/);

  const killed = await run(env, ['restore', place], async (child) => {
    const inside = await enter(target);
    // All rows are loaded but not committed; the restore's mark is about to be removed.
    await inside.query('begin');
    await inside.query('lock table restoring in access share mode');
    const isWaiting = `select from pg_locks where relation = 'restoring'::regclass and not granted`;
    while ((await inside.query(isWaiting)).rowCount === 0) await sleep(20);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    await inside.end();
  });
  assert.equal(killed.code, null, killed.err);
  const restored = await run(env, ['restore', place, '--json']);
  assert.equal(restored.code, 0, restored.err);
  assert.equal(JSON.parse(restored.out).rows, summary.rows);

  const copy = await startProcess(serve);
  const inCopy = await openDatabase(target);
  const one = async (query: string) => (await inCopy.query(query)).rows[0].n as number;
  const { rows: found } = await inCopy.query('select id from credentials order by id');
  const storedIds = new Set(found.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.slice(0, before).filter((id) => !storedIds.has(id)),
    [],
  );
  assert.equal(
    await one(`select credentials + ${SPARE_BYTES} as n from account_usage`),
    storedIds.size,
  );
  assert.equal(await one(miscountedDaysSql), 0);
  const events = `from events e join credentials c on c.id = e.credential_id where e.type = 'credential.issued'`;
  assert.equal(await one(`select count(*)::int as n ${events}`), storedIds.size);
  await inCopy.end();
  const ids = [...storedIds];
  for (const id of [...ids.slice(0, 10), ...ids.slice(-10)]) {
    const { pathname } = new URL(createUrls(running.url).credential(id));
    const [there, here] = await Promise.all(
      [running.url, copy.url].map(async (at) => (await fetch(`${at}${pathname}`)).text()),
    );
    assert.equal(here, there);
    assert.match(here ?? '', /"Assertion"/);
  }
  for (const { child, ended } of [running, copy]) {
    child.kill('SIGTERM');
    assert.equal(await ended, 0);
  }
  t.diagnostic(
    `backup of ${summary.rows} rows under load in ${summary.seconds} s (${during} issued meanwhile), ${Math.round(backup.peakMB)} MB at most (${Math.round(small.peakMB)} of an empty one); full disk and kill -9 survived`,
  );
});

/** As soon as the server responds. */
async function enter(dataDir: string): Promise<pg.Client> {
  for (;;) {
    const found = await openDatabase(dataDir).catch(() => undefined);
    if (found) return found;
    await sleep(20);
  }
}
