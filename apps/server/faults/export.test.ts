// Export of a large account: memory stays flat and others are barely affected. BADGES sets its size
// (500 for the full run).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, type DatabaseConnection } from '../src/platform/db/index.ts';
import { createDatabase, type TestDatabase } from '../tests/support/database.ts';
import { type Mailbox, startMailbox } from '../tests/support/mailbox.ts';
import { createBadge, createIssuer, createOwner, type Owner } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import {
  createTemporaryDirectory,
  type RunningProcess,
  startProcess,
} from '../tests/support/process.ts';

const count = Number(process.env.BADGES ?? 100);
const mib = 1024 * 1024;
let database: TestDatabase;
let connection: DatabaseConnection;
let mailbox: Mailbox;
let running: RunningProcess | undefined;
let owner: Owner;
let badgeId: string;
let metrics: string;
let remove: () => Promise<void>;
before(async () => {
  database = await createDatabase();
  mailbox = await startMailbox();
  connection = connect(database.url, () => {});
  const directory = await createTemporaryDirectory();
  remove = directory.remove;
  const port = String(await findFreePort());
  metrics = `http://127.0.0.1:${port}/metrics`;
  running = await startProcess({
    DATA_DIR: directory.path,
    DATABASE_URL: database.url,
    SECRET: 'a secret of the tests, long enough',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    LOG_LEVEL: 'silent',
    METRICS_PORT: port,
  });
  const { url } = running;
  owner = await createOwner({ url, mailbox, db: connection.db });
  badgeId = await createBadge(owner, await createIssuer(owner));
});
after(async () => {
  running?.child.kill('SIGTERM');
  await running?.ended;
  await connection.close();
  await mailbox.close();
  await database.drop();
  await remove();
});

const residentBytes = (): number =>
  Number(readFileSync(`/proc/${running?.child.pid}/statm`, 'utf8').split(' ')[1]) * 4_096;

/** CPU time of the main thread. Less than elapsed time on a busy machine. */
function busyMs(): number {
  const { pid } = running?.child ?? {};
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
  return 10 * (Number(fields?.[11]) + Number(fields?.[12]));
}

/** Longest event loop delay in milliseconds since the last call. */
async function longestStall(): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return 1_000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
}

/** Reads the response as a stream. */
async function exportAll(): Promise<number> {
  const answer = await fetch(`${running?.url}/account/export`, {
    headers: { cookie: owner.cookie },
  });
  assert.equal(answer.status, 200);
  let bytes = 0;
  for await (const piece of answer.body ?? []) bytes += piece.length;
  return bytes;
}

test(`an export with ${count} designs of 2 MiB uses under 200 MiB`, async () => {
  // Random digits don't compress.
  for (let left = count; left > 0; left -= 25)
    await sql`insert into badges (id, account_id, issuer_id, name, description, criteria, image_cid, design_json, created_at)
      select gen_random_uuid(), account_id, issuer_id, name, description, criteria, image_cid,
        n || (select string_agg(md5(m::text), '"') from generate_series(1, 63000) m), now()
      from badges cross join generate_series(1, ${Math.min(left, 25)}::int) n where id = ${badgeId}`.execute(
      connection.db,
    );
  await longestStall();
  await sleep(1_000);
  const idle = await longestStall();
  const before = residentBytes();
  const busy = busyMs();
  let peak = before;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentBytes());
  }, 20);
  const bytes = await exportAll();
  clearInterval(watching);
  const each = (busyMs() - busy) / count;
  const stall = await longestStall();
  const grown = (peak - before) / mib;
  process.stdout.write(
    `# export of ${count} designs: ${(bytes / mib).toFixed(0)} MiB of zip, grew by ${grown.toFixed(0)} MiB, longest stall ${stall.toFixed(0)} ms (idle ${idle.toFixed(0)} ms), ${each.toFixed(0)} ms of CPU a design\n`,
  );
  assert.ok(grown < 200, `grew by ${grown.toFixed(0)} MiB`);
});
