import { writeFile } from 'node:fs/promises';
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
import { fillCache } from './fill-cache.ts';
import { type Measurement, measure } from './measure.ts';
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
