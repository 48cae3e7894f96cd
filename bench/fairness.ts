// Measures another account's usual request while one account sends the most expensive requests it
// may: `npm run bench:fairness`. Uses loopback only, is bounded, and stops by itself. With --write,
// the table is written to bench/results.md.
import { once } from 'node:events';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getLayout } from '../apps/server/src/platform/db/embedded/layout.ts';
import { connect } from '../apps/server/src/platform/db/index.ts';
import { badgeImage } from '../apps/server/tests/support/images.ts';
import { startMailbox } from '../apps/server/tests/support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../apps/server/tests/support/people.ts';
import { createTemporaryDirectory, startProcess } from '../apps/server/tests/support/process.ts';
import { median, writeReport } from './tools.ts';
import { createDesign, type Load, lanes, loads } from './worst-load.ts';

/** Patterns of the loads and of the other account's requests that are measured. */
const only = new RegExp(process.env.BENCH_ONLY ?? '');
const onlyRequests = new RegExp(process.env.BENCH_REQUESTS ?? '');
const secondsEach = Number(process.env.BENCH_SECONDS ?? 20);
/** Credentials of the account that sends the load. */
const rows = Number(process.env.BENCH_ROWS ?? 100_000);
const rowsPerPart = 10_000;

const { path, remove } = await createTemporaryDirectory();
const data = join(path, 'data');
const mailbox = await startMailbox();
const server = await startProcess({
  DATA_DIR: data,
  SMTP_URL: mailbox.url,
  MAIL_FROM: 'Insignia <insignia@example.org>',
  LOG_LEVEL: 'error',
  TRUST_PROXY: '127.0.0.1/32',
  PROCESSES: process.env.PROCESSES ?? '1',
});
const host = encodeURIComponent(getLayout(data).socketDir);
const connection = connect(`postgresql:///postgres?host=${host}&user=insignia`, () => {});

type Tenant = { owner: Owner; issuerId: string; badgeId: string; awardId: string };
type Send = (n: number) => Promise<Response>;

async function createTenant(): Promise<Tenant> {
  const owner = await createOwner({ url: server.url, mailbox, db: connection.db }, 'unlimited');
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  return { owner, issuerId, badgeId, awardId: await issueAward(owner, badgeId) };
}

const get = (path: string, owner?: Owner): Promise<Response> =>
  fetch(server.url + path, { headers: owner ? { 'x-api-key': owner.key } : {} });
const post = (path: string, { key }: Owner, parameters: object): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ parameters }),
  });
const preview = ({ owner, issuerId }: Tenant, recipientName: string) =>
  post(`/issuers/${issuerId}/brand/preview`, owner, { file: 'certificate.png', recipientName });

const words = { name: 'B', description: 'D', criteria: 'C' };

/** Previews that were drawn before would be cached. */
let previews = 0;

/** Usual requests of another account. */
function usualRequests(tenant: Tenant): Record<string, Send> {
  const { owner, issuerId, badgeId, awardId } = tenant;
  return {
    'list of credentials': () => get('/awards', owner),
    'issue a credential': (n) =>
      post('/awards', owner, {
        ...{ badgeId, issuedOn: '2026-01-31' },
        recipient: { name: `Person ${n}`, email: `p${n}@example.org` },
      }),
    'public document': () => get(`/certify-badge/award/${awardId}`),
    'draw a design': (n) =>
      post('/badges', owner, { ...words, issuerId, designJson: createDesign(3, {}, n) }),
    'upload a picture': async (n) =>
      post('/badges', owner, { ...words, issuerId, image: await badgeImage(n % 256) }),
    'preview a brand': () => preview(tenant, `Usual ${previews++}`),
    'verify a credential': (n) =>
      fetch(`${server.url}/verify?url=${server.url}/credentials/${awardId}/vc`, {
        headers: { 'x-forwarded-for': `198.51.100.${n % 250}` },
      }),
    '/readyz': () => get('/readyz'),
  };
}

type Times = { ms: number[]; refused: number };

async function timeAll(requests: Record<string, Send>): Promise<Record<string, Times>> {
  const times = Object.fromEntries(
    Object.keys(requests).map((name): [string, Times] => [name, { ms: [], refused: 0 }]),
  );
  const ends = performance.now() + secondsEach * 1_000;
  for (let n = 0; performance.now() < ends; n++)
    for (const [name, send] of Object.entries(requests)) {
      const startedAt = performance.now();
      const response = await send(n);
      await response.arrayBuffer();
      const each = times[name] as Times;
      if (response.ok) each.ms.push(performance.now() - startedAt);
      else each.refused++;
    }
  return times;
}

/** Sends a load from its own thread while `work` runs. */
async function under<T>(
  load: Load,
  { owner, issuerId, badgeId, awardId }: Tenant,
  work: () => Promise<T>,
): Promise<{ result: T; statuses: string }> {
  const workerData = { load, url: server.url, key: owner.key, issuerId, badgeId, awardId };
  const sender = new Worker(new URL('./worst-load.ts', import.meta.url), { workerData });
  await once(sender, 'message');
  const result = await work();
  sender.postMessage('end');
  const [statuses] = (await once(sender, 'message')) as [string];
  await sender.terminate();
  return { result, statuses };
}

const lines: string[] = [];
try {
  const [hostile, usual] = [await createTenant(), await createTenant()];
  // In parts, so that none takes longer than a statement may on a busy machine.
  for (let part = 0; part < rows / rowsPerPart; part++)
    await connection.pool.query(
      `insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
     select uuid7_at(now()), $1, $2, 'Person Number ' || n, 'p' || n || '@example.org', 'person number ' || n, '', now(), now()
     from generate_series(1, ${rowsPerPart}) n`,
      [hostile.owner.accountId, hostile.badgeId],
    );
  const requests = Object.fromEntries(
    Object.entries(usualRequests(usual)).filter(([name]) => onlyRequests.test(name)),
  );
  await timeAll(requests);
  for (const name of loads) {
    if (!only.test(name)) continue;
    // Immediately before, because other programs of the machine may slow down both.
    const quiet = await timeAll(requests);
    const { result, statuses } = await under(name, hostile, () => timeAll(requests));
    console.log(`${name}: ${statuses}`);
    const cells = Object.entries(result).map(([request, { ms, refused }]) => {
      const before = median(quiet[request]?.ms ?? []);
      const p50 = median(ms);
      console.log(
        `  ${request}: ${before.toFixed(1)} ms quiet, ${p50.toFixed(1)} ms, ${(p50 / before).toFixed(1)} times, longest ${Math.max(...ms).toFixed(0)} ms, ${refused} refused`,
      );
      return `${(p50 / before).toFixed(1)}${refused > 0 ? ` (${refused} refused)` : ''}`;
    });
    lines.push(`| ${name} | ${cells.join(' | ')} |`);
  }
  const names = Object.keys(requests);
  await writeReport(
    'fairness',
    `Median time of another account's request while one account sends the worst that it may on ${lanes} connections, as a multiple of its
quiet time, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, Node ${process.versions.node}. Repeat with \`npm run bench:fairness -- --write\`.

| one account's load | ${names.join(' | ')} |
| --- |${' --- |'.repeat(names.length)}
${lines.join('\n')}`,
  );
} finally {
  await connection.close();
  server.child.kill('SIGTERM');
  await server.ended;
  await mailbox.close();
  await remove();
}
