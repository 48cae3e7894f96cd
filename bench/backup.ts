// Cost of backing up 1,000,000 credentials (time, bytes, memory) and of restoring into another
// embedded database: `npm run bench:backup`. Filling takes minutes; GROWTH_DIR=/some/where keeps
// the database, as for bench:growth.
import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openEmbedded } from '../apps/server/src/platform/db/index.ts';
import { insigniaProgram } from '../apps/server/tests/support/insignia.ts';
import { createTemporaryDirectory } from '../apps/server/tests/support/process.ts';
import { openGrownDatabase } from './grown-database.ts';

const own = Number(process.env.OWN ?? 500_000);
const scratch = await createTemporaryDirectory();
const directory = process.env.GROWTH_DIR ?? scratch.path;
await mkdir(directory, { recursive: true });
const SECRET = 'a secret of the benchmark, long enough';
const embedded = await openEmbedded(join(directory, 'data'), console.log);
const stops = [scratch.remove, embedded.stop];

/** Seconds, peak megabytes, and output. */
async function timed(env: Record<string, string>, ...args: string[]) {
  const startedAt = performance.now();
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [insigniaProgram, ...args], { env: { PATH, ...env } });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  let peakMB = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMB = Math.max(peakMB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
    await sleep(20);
  }
  const [out, err] = await output;
  // 6: the filled database lacks its picture.
  if (![0, 6].includes(child.exitCode ?? -1)) throw new Error(err);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`insignia ${args[0]}: ${seconds.toFixed(1)} s, ${Math.round(peakMB)} MB at most`);
  return JSON.parse(out);
}

try {
  const admin = new pg.Client({ connectionString: embedded.url });
  await admin.connect();
  stops.push(() => admin.end());
  const { url, db } = await openGrownDatabase(admin, own === 500_000 ? 'million' : `m${own}`, own);
  const size = await db.query('select pg_database_size(current_database())::float as bytes');
  await db.end();
  const env = { DATABASE_URL: url, DATA_DIR: join(scratch.path, 'data'), SECRET };
  const place = join(scratch.path, 'backups');
  const backup = await timed(env, 'backup', place, '--without-secret', '--json');
  const target = { DATA_DIR: join(scratch.path, 'restored') };
  await timed(target, 'restore', place, '--without-secret', '--json');
  await timed({}, 'restore', place, '--dry-run', '--json');
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  console.log(
    `${backup.rows} rows, ${mb(size.rows[0].bytes)} in the database, ${mb(backup.bytes)} in the backup`,
  );
} finally {
  for (const stop of stops.reverse()) await stop();
}
