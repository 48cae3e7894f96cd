// Claim codes under load and kill -9: never more credentials than places, one per address, nothing
// acknowledged is lost, and each credential has one event, one email and one unit of the quota.
// CLAIMANTS and CLAIM_KILLS set the numbers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, type DatabaseConnection } from '../src/platform/db/index.ts';
import { assertOk, assertRefused, createTestClient } from '../tests/support/client.ts';
import { createDatabase, type TestDatabase } from '../tests/support/database.ts';
import { type Mailbox, startMailbox } from '../tests/support/mailbox.ts';
import { createBadge, createIssuer, createOwner, type Owner } from '../tests/support/people.ts';
import { findFreePort } from '../tests/support/port.ts';
import {
  createTemporaryDirectory,
  type RunningProcess,
  startProcess,
} from '../tests/support/process.ts';
import { runConcurrently } from '../tests/support/run-concurrently.ts';

const claimants = Number(process.env.CLAIMANTS ?? 500);
const kills = Number(process.env.CLAIM_KILLS ?? 5);
let database: TestDatabase;
let mailbox: Mailbox;
let connection: DatabaseConnection;
let settings: Record<string, string>;
let running: RunningProcess;
let owner: Owner;
let issuerId: string;
before(async () => {
  database = await createDatabase();
  connection = connect(database.url, () => {});
  mailbox = await startMailbox();
  const port = String(await findFreePort());
  settings = {
    ...{ DATABASE_URL: database.url, SMTP_URL: mailbox.url, PORT: port, LOG_LEVEL: 'error' },
    ...{ SECRET: 'a secret of the tests, long enough', DEFAULT_PLAN: 'pro' },
    ...{ MAIL_FROM: 'Insignia <insignia@example.org>' },
    DATA_DIR: (await createTemporaryDirectory()).path,
  };
  running = await startProcess(settings);
  owner = await createOwner({ url: running.url, mailbox, db: connection.db });
  issuerId = await createIssuer(owner);
});
after(async () => {
  running.child.kill('SIGTERM');
  await running.ended;
  await mailbox.close();
  await connection.close();
  await database.drop();
});

type Claimant = { email: string; requestId: string; digits: string };

/** The first step of many people: each has a code. */
async function requestCodes(code: string, tag: string, count: number): Promise<Claimant[]> {
  const anyone = createTestClient(running.url);
  return runConcurrently(count, async (n) => {
    const email = `${tag}-${n}@example.org`;
    const body = { name: `Person ${tag} ${n}`, email };
    const { requestId } = assertOk(await anyone('POST', `/claim/${code}`, body)).body;
    const { mail } = await mailbox.waitFor(email, /^Your code/);
    return { email, requestId, digits: /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '' };
  });
}

type Count = { n: number };
const count = async (query: ReturnType<typeof sql<Count>>): Promise<number> =>
  (await query.execute(connection.db)).rows[0]?.n ?? 0;

/** Credentials, addresses, requests, events, emails, audit entries and quota agree. */
async function assertConsistent(badgeId: string, claimId: string, expected: number) {
  const of = sql`(select id from credentials where badge_id = ${badgeId})`;
  const counts = {
    credentials: await count(
      sql`select count(*)::int as n from credentials where badge_id = ${badgeId}`,
    ),
    addresses: await count(
      sql`select count(distinct email_search)::int as n from credentials where badge_id = ${badgeId}`,
    ),
    requests: await count(
      sql`select count(distinct credential_id)::int as n from claim_requests where claim_id = ${claimId}`,
    ),
    places: await count(sql`select claimed as n from claims where id = ${claimId}`),
    events: await count(
      sql`select count(*)::int as n from events where type = 'credential.issued' and credential_id in ${of}`,
    ),
    emails: await count(
      sql`select count(*)::int as n from mails where kind = 'credential' and credential_id in ${of}`,
    ),
    audited: await count(
      sql`select count(*)::int as n from audit_log where action = 'createAward' and target in (select id::text from credentials where badge_id = ${badgeId})`,
    ),
  };
  for (const [name, n] of Object.entries(counts)) assert.equal(n, expected, name);
  const issued = await count(
    sql`select count(*)::int as n from credentials where account_id = ${owner.accountId}`,
  );
  const used = await count(
    sql`select credentials as n from account_usage where account_id = ${owner.accountId}`,
  );
  assert.equal(used, issued);
}

test(`${claimants} people at once on ${claimants / 5} places: exactly ${claimants / 5} get one`, {
  timeout: 900_000,
}, async () => {
  const places = claimants / 5;
  const badgeId = await createBadge(owner, issuerId);
  const { code, claimId } = await owner.insignia.claims.create({ badgeId, limit: places });
  const people = await requestCodes(code, 'race', claimants);
  const anyone = createTestClient(running.url);
  const startedAt = Date.now();
  let repeats = 0;
  const answers = await Promise.all(
    people.map(async ({ requestId, digits }) => {
      for (;;) {
        const answer = await anyone('POST', `/claim/${code}`, { requestId, code: digits });
        // A busy service refuses before anything takes effect.
        if (answer.status !== 503) return answer;
        repeats++;
        await sleep(500);
      }
    }),
  );
  const ms = Date.now() - startedAt;
  const won = answers.filter(({ status }) => status === 200);
  for (const answer of answers)
    if (answer.status !== 200) assertRefused(answer, 409, 'claim_exhausted');
  assert.equal(won.length, places);
  assert.equal(new Set(won.map(({ body }) => body.awardId)).size, places);
  await assertConsistent(badgeId, claimId, places);
  process.stdout.write(
    `# ${claimants} claims at once on ${places} places: ${won.length} issued, ${claimants - won.length} refused, 0 doubled, ${ms} ms, ${repeats} repeated after 503\n`,
  );
});

test(`${kills} kills while people claim cause no lost or duplicate credentials`, {
  timeout: 900_000,
}, async () => {
  const [people, places] = [60, 40];
  const badgeId = await createBadge(owner, issuerId);
  const { code, claimId } = await owner.insignia.claims.create({ badgeId, limit: places });
  const claiming = await requestCodes(code, 'kill', people);
  const anyone = createTestClient(running.url);
  let unanswered = 0;
  /** Like a person: repeats the step until it is answered. */
  const claim = async ({ requestId, digits, email }: Claimant, n: number) => {
    // Spread over the kills.
    await sleep((n * kills * 250) / people);
    for (;;) {
      const body = { requestId, code: digits };
      const answer = await anyone('POST', `/claim/${code}`, body).catch(() => undefined);
      if (answer && answer.status !== 503) return { email, answer };
      unanswered++;
      await sleep(250);
    }
  };
  const claims = claiming.map(claim);
  for (let kill = 0; kill < kills; kill++) {
    await sleep(50 + Math.random() * 250);
    running.child.kill('SIGKILL');
    await running.ended;
    running = await startProcess(settings);
  }
  const results = await Promise.all(claims);
  const issued = results.filter(({ answer }) => answer.status === 200);
  for (const { answer } of results)
    if (answer.status !== 200) assertRefused(answer, 409, 'claim_exhausted');
  assert.equal(issued.length, places);
  for (const { email, answer } of issued) {
    const id = answer.body.awardId.split('/').at(-1);
    const { rows } = await sql<{ email: string }>`
      select recipient_email as email from credentials where id = ${id}`.execute(connection.db);
    assert.deepEqual(rows, [{ email }]);
  }
  await assertConsistent(badgeId, claimId, places);
  process.stdout.write(
    `# kill -9 ${kills} times while ${people} people claim ${places} places: ${issued.length} issued, 0 lost, 0 doubled, ${unanswered} tries without answer\n`,
  );
});
