// My credentials under load: sign-ins beside issuing, and times for known and unknown addresses.
// SIGN_IN_SECONDS=60 for the full run.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, type DatabaseConnection } from '../src/platform/db/index.ts';
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
const perMinute = 2_000;
let database: TestDatabase;
let connection: DatabaseConnection;
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

/** Issues credentials one after another, until `isDone`. Returns how many, and the median time. */
async function measureIssuing(isDone: () => boolean): Promise<{ count: number; ms: number }> {
  const took: number[] = [];
  while (!isDone()) {
    took.push(await time(() => issueAward(owner, badgeId)));
    await sleep(50);
  }
  return { count: took.length, ms: median(took) };
}

const until = (ms: number) => {
  const ends = performance.now() + ms;
  return () => performance.now() > ends;
};

test(`${perMinute} sign-ins a minute succeed beside issuing`, async (t) => {
  const instance = { url: running.url, mailbox };
  const alone = await measureIssuing(until(seconds * 1_000));
  const signIns: Promise<{ personId: string }>[] = [];
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
  const people = await Promise.all(signIns);
  isDone = true;
  const beside = await issuing;
  const took = (performance.now() - startedAt) / 1_000;
  t.diagnostic(
    `${count} sign-ins by code in ${took.toFixed(1)} s: issuing took ${alone.ms.toFixed(1)} ms alone and ${beside.ms.toFixed(1)} ms beside them (medians)`,
  );
  assert.equal(new Set(people.map(({ personId }) => personId)).size, count);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from credentials where badge_id = ${badgeId}`.execute(connection.db);
  assert.ok(beside.count > 0);
  assert.equal(rows[0]?.n, alone.count + beside.count);
});

// `one-process/signed-statements.test.ts` compares the statements.
test('known and unknown addresses get the same answer, and the times are printed', async (t) => {
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
  t.diagnostic(
    `a code takes ${one.toFixed(1)} ms for known and ${other.toFixed(1)} ms for unknown addresses (medians of ${rounds})`,
  );
});
