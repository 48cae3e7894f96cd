// Cost of growth: the same requests with 10,000 and with 1,000,000 credentials in an account, and
// as many of others: `npm run bench:growth`. --write updates bench/results.md.
// GROWTH_OWN=5000000 compares with 10,000,000 over thirteen months, which takes 30 GB and almost an
// hour. GROWTH_DIR=/some/where keeps the databases. GROWTH_PARTS=statements,requests measures only
// these parts and writes nothing. A quick look at both: GROWTH_YOUNG=2000 GROWTH_OWN=20000
// GROWTH_REPEATS=20.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { maintainAuditLog } from '../apps/server/src/features/audit/index.ts';
import { upgradeBadgeVersions } from '../apps/server/src/features/editions/upgrade-store.ts';
import { connect, openEmbedded } from '../apps/server/src/platform/db/index.ts';
import { startMailbox } from '../apps/server/tests/support/mailbox.ts';
import { signInByCode } from '../apps/server/tests/support/people.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';
import { createCertificateAuthority } from '../apps/server/tests/support/receiver.ts';
import { type GrownDatabase, HOLDER_ADDRESS, openGrownDatabase } from './grown-database.ts';
import { measureStatements } from './growth-database.ts';
import { measureLists } from './growth-lists.ts';
import { type MeasuredInstance, measureRequests } from './growth-requests.ts';
import { median, writeReport } from './tools.ts';

const day = 86_400_000;

/** Bytes per credential with all its rows. */
async function measureTableBytes({ db }: GrownDatabase): Promise<string[]> {
  const lines: string[] = [];
  for (const table of ['credentials', 'events', 'audit_log', 'mails', 'deliveries']) {
    const { rows } = await db.query(
      `with parts as (select $1::regclass as oid union select inhrelid from pg_inherits where inhparent = $1::regclass)
       select count(*)::float as n, (select sum(pg_table_size(oid))::float from parts) as heap,
         (select sum(pg_indexes_size(oid))::float from parts) as indexes from ${table}`,
      [table],
    );
    const { n, heap, indexes } = rows[0];
    const each = (bytes: number) => (n > 0 ? Math.round(bytes / n) : 0);
    const line = `| ${table} | ${n.toLocaleString('en')} | ${((heap + indexes) / 1e9).toFixed(2)} GB | ${each(heap)} | ${each(indexes)} |`;
    console.log(line);
    lines.push(line);
  }
  return lines;
}

/**
 * Cost of dropping the audit log's oldest month as the chore does, and of deleting the next one row
 * by row (rolled back). A kept database has a month less afterward.
 */
async function measureMonths({ url, db }: GrownDatabase): Promise<string[]> {
  const { rows: months } = await db.query<{ name: string; rows: number }>(
    `select relname as name, greatest(reltuples, 0)::float as rows from pg_inherits join pg_class on oid = inhrelid
     where inhparent = 'audit_log'::regclass and relname ~ '\\d$' order by 1 limit 2`,
  );
  const [first, second] = months;
  if (!first || !second) return [];
  const [year = 0, month = 0] = (first.name.match(/\d+/g) ?? []).map(Number);
  const { db: forgetting, close } = connect(url, () => {});
  const now = new Date(Date.UTC(year, month) + 400 * day);
  const exists = async () =>
    (await db.query('select to_regclass($1) is not null as there', [first.name])).rows[0].there;
  let dropMs = Number.NaN;
  while (await exists()) {
    const startedAt = performance.now();
    await forgetting.write((trx) => maintainAuditLog(trx, now));
    dropMs = performance.now() - startedAt;
  }
  await close();
  await db.query('begin');
  const startedAt = performance.now();
  const { rowCount } = await db.query(`delete from ${second.name}`);
  const deleteMs = performance.now() - startedAt;
  await db.query('rollback');
  const line = `| ${first.rows.toLocaleString('en')} | ${dropMs.toFixed(0)} ms | ${(rowCount ?? 0).toLocaleString('en')} | ${(deleteMs / 1_000).toFixed(1)} s |`;
  console.log(line);
  return [line];
}

/**
 * Gives the large account's credentials the edition that those from before editions showed, as the
 * chore does, while another client reads. A kept database has this edition afterward.
 */
async function measureEditions({ url, db, server, tenants }: MeasuredInstance): Promise<string[]> {
  const { badgeId, key } = tenants.large;
  const readMs = async (): Promise<number> => {
    const startedAt = performance.now();
    const answer = await fetch(`${server}/awards`, { headers: { 'x-api-key': key } });
    if (!(await answer.text()).includes('awards')) throw new Error(`awards: ${answer.status}`);
    return performance.now() - startedAt;
  };
  const alone: number[] = [];
  for (let n = 0; n < 200; n++) alone.push(await readMs());
  await db.query(
    'insert into badge_upgrades (badge_id, version) select $1, max(badge_version) + 1 from credentials where badge_id = $1',
    [badgeId],
  );
  const { db: upgrading, close } = connect(url, () => {});
  const [turns, beside]: [number[], number[]] = [[], []];
  const isLeft = async () => (await db.query('select from badge_upgrades')).rowCount !== 0;
  const upgrade = async () => {
    // The program's own chore takes some turns too.
    while (await isLeft()) {
      const startedAt = performance.now();
      await upgrading.write(upgradeBadgeVersions);
      turns.push(performance.now() - startedAt);
    }
  };
  let isDone = false;
  const work = upgrade().finally(() => {
    isDone = true;
  });
  while (!isDone) beside.push(await readMs());
  await work;
  await close();
  const seconds = turns.reduce((sum, ms) => sum + ms, 0) / 1_000;
  const line = `| ${turns.length} | ${seconds.toFixed(0)} s | ${Math.max(...turns).toFixed(0)} ms | ${median(alone).toFixed(1)} ms | ${median(beside).toFixed(1)} ms |`;
  console.log(line);
  return [line];
}

const allParts = ['statements', 'lists', 'requests', 'sizes', 'editions'];
const parts = process.env.GROWTH_PARTS?.split(',') ?? allParts;
const measurePart = async (part: string, measure: () => Promise<string[]>): Promise<string[]> =>
  parts.includes(part) ? measure() : [];

const secret = 'a secret of the benchmark, long enough';
const load = loadavg()[0] ?? 0;
const usual = 1_000_000;
const sizes = {
  young: Number(process.env.GROWTH_YOUNG ?? 10_000),
  grown: Number(process.env.GROWTH_OWN ?? usual),
};
const inWords = (n: number): string => n.toLocaleString('en');

const scratch = await createTemporaryDirectory();
const directory = process.env.GROWTH_DIR ?? scratch.path;
await mkdir(directory, { recursive: true });
const authority = join(scratch.path, 'authority.pem');
await writeFile(authority, (await createCertificateAuthority()).cert);
const embedded = await openEmbedded(join(directory, 'data'), console.log);
const stops = [scratch.remove, embedded.stop];

async function open(admin: pg.Client, name: keyof typeof sizes): Promise<MeasuredInstance> {
  const size = sizes[name];
  const grown = await openGrownDatabase(admin, size === usual ? name : `${name}_${size}`, size);
  stops.push(() => grown.db.end());
  const mailbox = await startMailbox();
  stops.push(mailbox.close);
  const server = await startProcess({
    DATABASE_URL: grown.url,
    SECRET: secret,
    // A kept database was used with another port.
    BASE_URL_CHANGED: 'yes',
    DATA_DIR: join(scratch.path, name),
    RATE_LIMIT: '100000',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  });
  stops.push(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  const signedIn = { url: server.url, mailbox };
  const { cookie } = await signInByCode(signedIn, HOLDER_ADDRESS);
  return { ...grown, server: server.url, pid: server.child.pid, cookie };
}

try {
  const admin = new pg.Client({ connectionString: embedded.url });
  admin.on('error', () => {});
  await admin.connect();
  stops.push(() => admin.end());
  // Filling writes more than 1 GB between checkpoints.
  await admin.query("alter system set max_wal_size = '4GB'");
  await admin.query('select pg_reload_conf()');
  const [young, grown] = [await open(admin, 'young'), await open(admin, 'grown')];
  const inDatabase = await measurePart('statements', () => measureStatements(grown));
  const pages = await measurePart('lists', () => measureLists(young, grown));
  const compared = await measurePart('requests', () =>
    measureRequests(young, grown, secret, scratch.path),
  );
  const bytes = await measurePart('sizes', () => measureTableBytes(grown));
  const months = await measurePart('sizes', () => measureMonths(grown));
  const editions = await measurePart('editions', () => measureEditions(grown));
  if (parts.length === allParts.length)
    await writeReport(
      sizes.grown === usual ? 'growth' : 'growth-large',
      `## Growth${sizes.grown === usual ? '' : ` to ${inWords(2 * sizes.grown)} credentials`}

Measured ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}, embedded PostgreSQL, load average ${load.toFixed(1)} at the start: an account with ${sizes.grown.toLocaleString('en')} credentials among as many
of ${grown.tenants.others} others, interleaved; 40 % of the others' addresses contain \`gmail\`, and 60 % of its own. Repeat with
\`${sizes.grown === usual ? '' : `GROWTH_OWN=${sizes.grown} `}npm run bench:growth -- --write\`.

\`GET /awards\` of these accounts: milliseconds of its statement including planning, measured at the client, and of the database's CPU, which other
work on the machine affects less.

| account's credentials | search | found | median | p99 | CPU, median | CPU, p99 | goal, p99 |
| --- | --- | --- | --- | --- | --- | --- | --- |
${inDatabase.join('\n')}

The same requests where the account has ${sizes.young.toLocaleString('en')} credentials among as many, and in this database. Measured alternately; medians in milliseconds of elapsed time, and of
CPU time of the program and its database together.

| request | 10,000 | ${inWords(sizes.grown)} | ratio (goal 1.3) | CPU: 10,000 | ${inWords(sizes.grown)} | ratio |
| --- | --- | --- | --- | --- | --- | --- |
${compared.join('\n')}

\`/my\` is read by a recipient with about 1,000 credentials of other accounts. The large account's credentials have editions from before an edit.

Each page and filter of each list, measured alternately, medians of at least three rounds: milliseconds of CPU of the program and its database, relative to page 1 of the same filter, and
the growth (FAIL above 1.3). A page that only the large size has is compared with that page 1. \`large\` is an
ordinary account; \`failing\` is one whose emails and deliveries all failed and whose credentials were all imported.

| request | items | 10,000 | ${inWords(sizes.grown)} | of page 1: 10,000 | ${inWords(sizes.grown)} | growth |
| --- | --- | --- | --- | --- | --- | --- |
${pages.join('\n')}

Size on disk: bytes per row, of the table and of its indexes.

| table | rows | total | bytes | in indexes |
| --- | --- | --- | --- | --- |
${bytes.join('\n')}

Deleting the oldest month of the audit log by dropping its partition, and the rows of the next month one by one (without the vacuum that follows).

| rows | dropped in | rows | deleted in |
| --- | --- | --- | --- |
${months.join('\n')}

Giving ${inWords(sizes.grown)} credentials from before editions the edition that they showed, in transactions of 1,000 that can stop after each one, and the median of \`GET /awards\` meanwhile.

| transactions | time | slowest | \`GET /awards\` before | meanwhile |
| --- | --- | --- | --- | --- |
${editions.join('\n')}`,
    );
} finally {
  for (const stop of stops.reverse()) await stop();
}
