import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildSocketUrl, getLayout } from '../src/platform/db/embedded/layout.ts';
import { connect } from '../src/platform/db/index.ts';
import { type Load, startLoad } from '../tests/support/load.ts';
import { startMailbox } from '../tests/support/mailbox.ts';
import { createBadge, createIssuer, createOwner } from '../tests/support/people.ts';
import { createTemporaryDirectory, startProcess } from '../tests/support/process.ts';
import { createCertificateAuthority, startReceiver } from '../tests/support/receiver.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';
import { p99 } from './rules.ts';

export type Sample = Measurement & { at: number; issue: number; document: number };
export type SoakResult = {
  samples: Sample[];
  /** Before any load, and after all work has finished. */
  before: Measurement;
  after: Measurement;
  requests: number;
  load: Load;
};

/** Number of samples. */
const samples = 60;

/**
 * Mixed load on the program as started by `npm start`: issuing, public reads, lists, imports,
 * email, webhooks. `report` receives each sample. `isFull` starts with full caches, which would
 * otherwise fill for an hour or two, so that only leaks grow.
 */
export async function runSoak(
  seconds: number,
  report: (sample: Sample) => void = () => {},
  isFull = false,
): Promise<SoakResult> {
  const { path, remove } = await createTemporaryDirectory();
  const authority = join(path, 'authority.pem');
  await writeFile(authority, (await createCertificateAuthority()).cert);
  const mailbox = await startMailbox();
  const receiver = await startReceiver();
  const dataDir = join(path, 'data');
  const running = await startProcess({
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    NODE_EXTRA_CA_CERTS: authority,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  });
  const url = buildSocketUrl(getLayout(dataDir));
  const { db, close } = connect(url, () => {});
  const owner = await createOwner({ url: running.url, mailbox, db }, 'unlimited');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  await owner.insignia.webhooks.create({ url: receiver.url });
  await close();
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  if (isFull) await fillCache(running.url, badgeId, watcher);
  const pid = running.child.pid ?? 0;
  const before = await measure(pid, watcher);
  const load = startLoad(running.url, { key: owner.key, badgeId });
  const found = await sample(seconds, load, () => measure(pid, watcher), report);
  await load.end();
  await waitForCondition('no job or delivery is waiting', async () => {
    const { rows } = await watcher.query(
      'select 1 from jobs where dead_at is null union all select 1 from waiting_deliveries limit 1',
    );
    return rows.length === 0;
  });
  const after = await measure(pid, watcher);
  await watcher.end();
  running.child.kill('SIGTERM');
  await running.ended;
  await receiver.close();
  await mailbox.close();
  await remove();
  return { samples: found, before, after, requests: load.seen.length, load };
}

async function sample(
  seconds: number,
  { seen }: Load,
  look: () => Promise<Measurement>,
  report: (sample: Sample) => void,
): Promise<Sample[]> {
  const startedAt = performance.now();
  const found: Sample[] = [];
  let reported = 0;
  for (let n = 1; n <= samples; n++) {
    const wait = startedAt + (n * seconds * 1_000) / samples - performance.now();
    await sleep(Math.max(0, wait));
    const since = seen.slice(reported);
    reported = seen.length;
    const times = (kind: string) =>
      p99(
        since.filter((one) => one.kind === kind).map(({ startedAt, ended }) => ended - startedAt),
      );
    const at = (performance.now() - startedAt) / 1_000;
    const one = { ...(await look()), at, issue: times('issue'), document: times('document') };
    found.push(one);
    report(one);
  }
  return found;
}

/** Values that must stay flat under load. */
type Measurement = {
  /** Resident memory of Node, MiB (proc(5)). */
  memory: number;
  /** Open files including connections. */
  descriptors: number;
  /** Disk size of queue tables, KiB. */
  passing: number;
  /** Dead rows, percent of all tables. */
  dead: number;
};

/** Queues and frequently updated tables: their size must not grow. */
const passingTables = [
  ...['jobs', 'waiting_deliveries', 'import_chunks', 'webhooks', 'account_usage', 'rate_limits'],
];

async function measure(pid: number, db: pg.Client): Promise<Measurement> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const descriptors = await readdir(`/proc/${pid}/fd`);
  const { rows } = await db.query<{ passing: number; dead: number }>(
    `select sum(pg_total_relation_size(relid)) filter (where relname = any($1))::float8 / 1024 as passing,
       100 * sum(n_dead_tup)::float8 / greatest(1, sum(n_dead_tup + n_live_tup)) as dead
     from pg_stat_user_tables`,
    [passingTables],
  );
  const { passing = 0, dead = 0 } = rows[0] ?? {};
  return {
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024,
    descriptors: descriptors.length,
    passing,
    dead,
  };
}

/**
 * More than the 32 MiB cache of public responses holds, at about 900 bytes each
 * (bench/results.md).
 */
const cachedDocuments = 45_000;
const readers = 16;

/** Fills the cache to its limit. Until then, memory grows as intended. */
async function fillCache(url: string, badgeId: string, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
     select uuid7_at(now()), account_id, id, 'Some Person', n || '@example.org', '', '', now(), now()
     from badges, generate_series(1, $2::int) n where id = $1 returning id`,
    [badgeId, cachedDocuments],
  );
  const ids = rows.map(({ id }) => id);
  const read = async (): Promise<void> => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const answer = await fetch(`${url}/certify-badge/award/${id}`);
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: readers }, read));
}
