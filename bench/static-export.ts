// Cost of moving out, by the number of credentials: `npm run bench:static`. OWN=1000,10000 are the
// credentials of one account, among as many of others. The last size is compared with the first.
// - A static export of all without drawing and writing: every credential is read, compared and recorded,
//   twice, which shows that memory doesn't grow.
// - The account's issuer is closed, written into an archive, and imported into an empty database.
// GROWTH_DIR=/some/where keeps the databases, as for bench:growth. ONLY=static or ONLY=archive.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { BackupError, withOwnConnection } from '../apps/server/src/features/backup/index.ts';
import {
  closeIssuer,
  exportIssuer,
  importIssuer,
  openArchive,
} from '../apps/server/src/features/issuer-archives/index.ts';
import { issuerKeySecrets } from '../apps/server/src/features/signing/index.ts';
import { exportStatic, openExportFolder } from '../apps/server/src/features/static-export/index.ts';
import { systemClock } from '../apps/server/src/kernel/clock.ts';
import { newId } from '../apps/server/src/kernel/id.ts';
import { createUrls } from '../apps/server/src/kernel/urls.ts';
import {
  connect,
  type Database,
  migrate,
  openEmbedded,
} from '../apps/server/src/platform/db/index.ts';
import {
  createFileStore,
  readPictureShape,
  storeBlob,
} from '../apps/server/src/platform/images/index.ts';
import { createSealer, Secrets } from '../apps/server/src/platform/secrets/index.ts';
import { imageReferences } from '../apps/server/src/program/registry.ts';
import { pngBytes } from '../apps/server/tests/support/images.ts';
import { createTemporaryDirectory } from '../apps/server/tests/support/process.ts';
import { type GrownDatabase, openGrownDatabase } from './grown-database.ts';
import { readCpu } from './tools.ts';

const sizes = (process.env.OWN ?? '1000,10000').split(',').map(Number);
const only = process.env.ONLY;
const baseUrl = 'https://badges.example';
const scratch = await createTemporaryDirectory();
const directory = process.env.GROWTH_DIR ?? scratch.path;
await mkdir(directory, { recursive: true });
const embedded = await openEmbedded(join(directory, 'data'), console.log);
const stops: (() => Promise<unknown>)[] = [scratch.remove, embedded.stop];
const { signal } = new AbortController();
const sealer = createSealer(new Secrets(['a secret of the bench']), issuerKeySecrets.purpose);
const images = await createFileStore(join(scratch.path, 'pictures'));

type Figures = { seconds: number; cpu: number; nodeMb: number; postgresMb: number; walMb: number };
const measured = new Map<string, Figures[]>();

/** Memory of a process that it shares with no other, in megabytes. */
async function readOwnMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1_024) / 1e6;
}

/** Peak memory of this process and of its connection's, and what the database logged. */
async function measure<T>(name: string, db: pg.Client, work: () => Promise<T>): Promise<T> {
  const readLog = async () =>
    Number((await db.query(`select pg_current_wal_insert_lsn() - '0/0' as at`)).rows[0].at);
  const startedAt = performance.now();
  const logged = await readLog();
  const figures: Figures = { seconds: 0, cpu: 0, nodeMb: 0, postgresMb: 0, walMb: 0 };
  const own = process.cpuUsage();
  const used = new Map<number, { first: number; last: number }>();
  const look = async (): Promise<void> => {
    figures.nodeMb = Math.max(figures.nodeMb, process.memoryUsage().rss / 1e6);
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    for (const { pid } of rows) {
      figures.postgresMb = Math.max(figures.postgresMb, await readOwnMemory(pid));
      const last = await readCpu(pid);
      used.set(pid, { first: used.get(pid)?.first ?? last, last });
    }
  };
  await look();
  const timer = setInterval(() => void look(), 250);
  const result = await work().finally(() => clearInterval(timer));
  await look();
  figures.seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(own);
  figures.cpu = (user + system) / 1e6;
  for (const { first, last } of used.values()) figures.cpu += (last - first) / 1_000;
  figures.walMb = ((await readLog()) - logged) / 1e6;
  measured.set(name, [...(measured.get(name) ?? []), figures]);
  const { seconds, cpu, nodeMb, postgresMb, walMb } = figures;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of processors, ${Math.round(nodeMb)} MB in Node, ${Math.round(postgresMb)} MB in PostgreSQL, ${Math.round(walMb)} MB of log`,
  );
  return result;
}

async function measureStatic({ url, db: client, own }: GrownDatabase): Promise<void> {
  const { db, close } = connect(url, () => {});
  const nowhere = await openExportFolder(join(scratch.path, `nowhere-${own}`));
  const silent = { ...nowhere, put: async () => {}, sync: async () => {} };
  const body = Buffer.from('{}');
  const deps = {
    ...{ db, clock: systemClock, urls: createUrls(baseUrl), fixedFiles: [], gonePage: body },
    imageReferences,
    answer: async (_path: string, accept: string) => ({
      ...{ status: 200, type: accept, policy: undefined, bytes: body },
    }),
  };
  const options = { accountId: undefined, signal, onProgress: () => {} };
  const run = (name: string) =>
    measure(name, client, () => exportStatic(deps, silent, options)).then(
      ({ written, unchanged }) => console.log({ written, unchanged }),
    );
  await run('static export');
  await run('static export, unchanged');
  await close();
}

/** A copy of the database whose issuer can be exported: with a real picture and valid codes. */
async function copyDatabase(admin: pg.Client, { url, db, own }: GrownDatabase): Promise<string> {
  const name = `archived${own}`;
  const from = new URL(url).pathname.slice(1);
  await db.end();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name} template ${from}`);
  const copy = url.replace(`///${from}?`, `///${name}?`);
  const connection = connect(copy, () => {});
  const bytes = await pngBytes(300, 300, 1);
  const shape = readPictureShape(bytes);
  if ('refused' in shape) throw new Error(shape.refused);
  const { cid } = await storeBlob(
    { db: connection.db, images, clock: systemClock },
    { bytes, ...shape },
  );
  await connection.close();
  const client = new pg.Client({ connectionString: copy });
  await client.connect();
  for (const table of ['badges', 'badge_versions'])
    await client.query(`update ${table} set image_cid = $1 where image_cid = 'none'`, [cid]);
  await client.query(`update claims set code = replace(code, ' ', '-')`);
  await client.end();
  return copy;
}

async function createTarget(
  admin: pg.Client,
  url: string,
  own: number,
): Promise<{ target: string; accountId: string }> {
  const name = `imported${own}`;
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const target = url.replace(/^postgresql:\/\/\/\w+\?/, `postgresql:///${name}?`);
  await migrate(target);
  const accountId = newId();
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  await client.query(
    `insert into settings (name, value) values ('issued_days_from', '1970-01-01') on conflict (name) do update set value = excluded.value`,
  );
  await client.query(
    `insert into accounts (id, name, plan, created_at) values ($1, 'Heir', 'unlimited', now())`,
    [accountId],
  );
  await client.query(
    `insert into account_usage (account_id, period_start, credentials) values ($1, date_trunc('day', now()), 0)`,
    [accountId],
  );
  await client.end();
  return { target, accountId };
}

async function measureArchive(admin: pg.Client, grown: GrownDatabase): Promise<void> {
  const { own } = grown;
  const { issuerId } = grown.tenants.large;
  const passphrase = randomBytes(12).toString('hex');
  const path = join(scratch.path, `archive-${own}.tar`);
  const url = await copyDatabase(admin, grown);
  const now = systemClock;
  const installation = { schema: 'bench', program: 'bench' };
  /** Runs work on one connection, and measures on another one. */
  const measureOn = <T>(
    place: string,
    name: string,
    work: (db: Database) => Promise<T>,
  ): Promise<T> =>
    withOwnConnection(place, async ({ db }) => {
      const watch = new pg.Client({ connectionString: place });
      await watch.connect();
      return measure(name, watch, () => work(db)).finally(() => watch.end());
    });
  await measureOn(url, 'close', (db) => closeIssuer({ db, now, signal, sealer }, issuerId));
  const written = await measureOn(url, 'export', (db) =>
    exportIssuer(
      { db, images, sealer, signal, now, baseUrl, ...installation },
      { issuerId, path, passphrase, before: async () => undefined, onProgress: () => {} },
    ),
  );
  console.log(written);
  const { target, accountId } = await createTarget(admin, url, own);
  const archive = await openArchive(path, passphrase, signal);
  const pool = connect(target, () => {});
  const parts = { db: pool.db, images, sealer, clock: now, signal, baseUrl, schema: 'bench' };
  await measureOn(target, 'import', (db) =>
    importIssuer({ ...parts, own: db }, archive, { accountId, plan: 'unlimited' }, () => {}),
  );
  await pool.close();
  await archive.close();
  await admin.query(`drop database ${new URL(url).pathname.slice(1)}`);
  await admin.query(`drop database imported${own}`);
}

try {
  const admin = new pg.Client({ connectionString: embedded.url });
  await admin.connect();
  stops.push(() => admin.end());
  for (const own of sizes) {
    console.log(`${own} credentials of ${2 * own}`);
    const name = own === 500_000 ? 'million' : `m${own}`;
    const grown = await openGrownDatabase(admin, name, own);
    if (only !== 'archive') await measureStatic(grown);
    if (only === 'static') await grown.db.end();
    else await measureArchive(admin, grown);
  }
  if (sizes.length > 1)
    for (const [name, figures] of measured) {
      const [first, last] = [figures[0] as Figures, figures.at(-1) as Figures];
      const compare = (figure: keyof Figures) => (last[figure] / first[figure]).toFixed(1);
      console.log(
        `${name}, ${(sizes.at(-1) as number) / (sizes[0] as number)} times the credentials: ${compare('cpu')} times the processor time, ${compare('nodeMb')} times the memory of Node, ${compare('postgresMb')} of PostgreSQL`,
      );
    }
} catch (error) {
  console.error(error instanceof BackupError ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const stop of stops.reverse()) await stop();
}
