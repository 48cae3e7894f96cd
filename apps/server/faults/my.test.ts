// My credentials under load: sign-ins beside issuing, times for known and unknown addresses, and a large
// export. SIGN_IN_SECONDS=60 and EXPORTED=1200 for the full run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Connection, connect } from '../src/platform/db/index.ts';
import { createDatabase, type TestDatabase } from '../tests/support/database.ts';
import { type Mailbox, startMailbox } from '../tests/support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  signInByCode,
} from '../tests/support/people.ts';
import {
  createTemporaryDirectory,
  type RunningProcess,
  startProcess,
} from '../tests/support/process.ts';

const seconds = Number(process.env.SIGN_IN_SECONDS ?? 6);
const exported = Number(process.env.EXPORTED ?? 1_050);
const perMinute = 2_000;
const mib = 1024 * 1024;
let database: TestDatabase;
let connection: Connection;
let mailbox: Mailbox;
let running: RunningProcess;
let owner: Owner;
let badgeId: string;
let remove: () => Promise<void>;
before(async () => {
  database = await createDatabase();
  mailbox = await startMailbox();
  connection = connect(database.url, () => {});
  const directory = await createTemporaryDirectory();
  remove = directory.remove;
  running = await startProcess({
    DATA_DIR: directory.path,
    DATABASE_URL: database.url,
    SECRET: 'a secret of the tests, long enough',
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Insignia <insignia@example.org>',
    LOG_LEVEL: 'silent',
  });
  owner = await createOwner({ url: running.url, mailbox, db: connection.db }, 'unlimited');
  badgeId = await createBadge(owner, await createIssuer(owner));
});
after(async () => {
  running.child.kill('SIGTERM');
  await running.ended;
  await connection.close();
  await mailbox.close();
  await database.drop();
  await remove();
});

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Median time to issue a credential, one after another, until `isDone`. */
async function measureIssuing(isDone: () => boolean): Promise<number> {
  const took: number[] = [];
  while (!isDone()) {
    took.push(await time(() => issueAward(owner, badgeId)));
    await sleep(50);
  }
  return median(took);
}

const until = (ms: number) => {
  const ends = performance.now() + ms;
  return () => performance.now() > ends;
};

test(`${perMinute} sign-ins a minute succeed beside issuing`, async () => {
  const instance = { url: running.url, mailbox };
  const alone = await measureIssuing(until(seconds * 1_000));
  const signIns: Promise<unknown>[] = [];
  const count = Math.round((perMinute / 60) * seconds);
  let isDone = false;
  const issuing = measureIssuing(() => isDone);
  const startedAt = performance.now();
  while (signIns.length < count) {
    const due = ((performance.now() - startedAt) / 60_000) * perMinute;
    while (signIns.length < Math.min(count, due))
      signIns.push(signInByCode(instance, `load-${signIns.length}@recipients.example`));
    await sleep(10);
  }
  await Promise.all(signIns);
  isDone = true;
  const beside = await issuing;
  const took = (performance.now() - startedAt) / 1_000;
  process.stdout.write(
    `# ${count} sign-ins by code in ${took.toFixed(1)} s: issuing took ${alone.toFixed(1)} ms alone and ${beside.toFixed(1)} ms beside them (medians)\n`,
  );
  assert.ok(beside < 5 * alone + 100, `${beside} ms, alone ${alone} ms`);
});

test('asking for a code takes as long for known as for unknown addresses', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  const ask = async (email: string) => {
    const response = await fetch(`${running.url}/api/auth/sign-in/email-code`, {
      ...{ method: 'POST', body: JSON.stringify({ email }) },
      headers: { 'content-type': 'application/json' },
    });
    assert.deepEqual([response.status, await response.json()], [200, { sent: true }]);
  };
  const rounds = 60;
  for (let n = 0; n < rounds; n++) {
    const email = `known-${n}@recipients.example`;
    await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
    await signInByCode({ url: running.url, mailbox }, email);
  }
  // Alternately, so that both meet the same load of the machine.
  for (let n = 0; n < rounds; n++) {
    known.push(await time(() => ask(`known-${n}@recipients.example`)));
    unknown.push(await time(() => ask(`unknown-${n}@recipients.example`)));
  }
  const [one, other] = [median(known), median(unknown)];
  process.stdout.write(
    `# a code takes ${one.toFixed(1)} ms for known and ${other.toFixed(1)} ms for unknown addresses (medians of ${rounds})\n`,
  );
  assert.ok(Math.abs(one - other) < Math.max(one, other) / 2, `${one} and ${other} ms`);
});

test(`an export of ${exported} credentials is read as a stream and takes little memory`, async () => {
  const email = 'collector@recipients.example';
  await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at, badge_version)
    select uuid7_at(now() - interval '1 second' * n), account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at, badge_version
    from credentials cross join generate_series(2, ${exported}::int) n where email_search = ${email}`.execute(
    connection.db,
  );
  const { cookie } = await signInByCode({ url: running.url, mailbox }, email);
  const residentBytes = (): number =>
    Number(readFileSync(`/proc/${running.child.pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
  const start = residentBytes();
  let peak = start;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentBytes());
  }, 20);
  const startedAt = performance.now();
  const answer = await fetch(`${running.url}/my/export`, { headers: { cookie } });
  assert.equal(answer.status, 200);
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    tail = Buffer.concat([tail, piece]).subarray(-2 * mib);
  }
  clearInterval(watching);
  // The directory at the end of the file names each file.
  const names = tail.toString('latin1').match(/credentials\/\d+[\w-]*\/certificate\.pdf/g) ?? [];
  const grown = (peak - start) / mib;
  process.stdout.write(
    `# export of ${exported} credentials: ${(bytes / mib).toFixed(0)} MiB in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s, grew by ${grown.toFixed(0)} MiB\n`,
  );
  assert.equal(new Set(names).size, exported);
  assert.ok(grown < 200, `grew by ${grown.toFixed(0)} MiB`);
});
