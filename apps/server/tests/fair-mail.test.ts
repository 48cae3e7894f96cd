// No account's email delays another's, and nothing delays email a person waits for.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

/** Codes that all workers send at once. */
const slots = process.env.TEST_TOPOLOGY === 'split' ? 8 : 4;
let release = (): void => {};
let pendingEmails: string[] = [];
const instance = await useInstance();
const large = await createOwner(instance, 'pro');
const awardId = await issueAward(large, await createBadge(large, await createIssuer(large)));
afterEach(() => release());

/** The mail server delays messages with this start until `release`. */
function holdBack(start: string): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  pendingEmails = [];
  instance.mailbox.hold = (address) => {
    if (!address.startsWith(start)) return undefined;
    // Once: an attempt that timed out comes again.
    if (!pendingEmails.includes(address)) pendingEmails.push(address);
    return promise;
  };
  release = () => {
    instance.mailbox.hold = () => undefined;
    resolve();
  };
}

/** Shares the credential with many addresses. */
async function share(by: Owner, award: string, start: string, count: number): Promise<void> {
  const recipients = Array.from({ length: count }, (_, n) => `${start}${n}@example.org`).join();
  const parameters = { recipients, subject: 'Look', message: 'At this' };
  await by.insignia.credentials.share({ awardId: award, ...parameters });
}
const listReceivers = (): string[] => [
  ...new Set(instance.mailbox.received.flatMap(({ to }) => to)),
];
const arrived = (start: string): string[] => listReceivers().filter((to) => to.startsWith(start));

test('emails that a user waits for arrive while all other emails are blocked', async () => {
  holdBack('slow-');
  await share(large, awardId, 'slow-', 50);
  await waitForCondition('the mail server is busy', () => pendingEmails.length >= 8);
  // Sign-up requires a confirmation email.
  const person = await createOwner(instance);
  const { email } = person;
  assertOk(
    await createTestClient(instance.url)('POST', '/api/auth/request-password-reset', { email }),
  );
  await instance.mailbox.waitFor(email, /password/i);
  const invited = { email: 'invited@example.org', role: 'viewer' } as const;
  await large.insignia.members.invite(invited);
  await instance.mailbox.waitFor(invited.email);
  const issuer = { name: 'Another', url: 'https://another.example', email: 'issuer@example.org' };
  await large.insignia.issuers.create(issuer);
  await instance.mailbox.waitFor(issuer.email);
  assert.deepEqual(arrived('slow-'), []);
  release();
  await waitForCondition('the rest arrives', () => arrived('slow-').length === 50);
});

const anyone = createTestClient(instance.url);
const claimAs = (code: string, email: string) =>
  anyone('POST', `/claim/${code}`, { name: 'Ada Lovelace', email });
async function createClaimCode(by: Owner): Promise<string> {
  const badgeId = await createBadge(by, await createIssuer(by));
  return (await by.insignia.claims.create({ badgeId })).code;
}

test('people who claim and people who sign in don’t wait for each other, and accounts take turns', async () => {
  const [code, other] = [
    await createClaimCode(large),
    await createClaimCode(await createOwner(instance)),
  ];
  const { email } = await createOwner(instance);
  const requestReset = () => anyone('POST', '/api/auth/request-password-reset', { email });
  holdBack('rush-');
  await runConcurrently(40, async (n) => assertOk(await claimAs(code, `rush-${n}@example.org`)));
  await waitForCondition('the slots are busy', () => pendingEmails.length >= 4);
  assertOk(await requestReset());
  await instance.mailbox.waitFor(email, /password/i);
  assertOk(await claimAs(other, 'one-of-few@example.org'));
  release();
  await waitForCondition('all arrive', () => arrived('rush-').length === 40);
  const order = listReceivers();
  const after =
    order.indexOf('one-of-few@example.org') - order.findIndex((to) => to.startsWith('rush-'));
  assert.ok(after < 20, `the other account came after ${after} of 41`);

  holdBack('signing-');
  for (const n of [1, 2, 3, 4])
    assertOk(
      await anyone('POST', '/api/auth/sign-in/email-code', { email: `signing-${n}@example.org` }),
    );
  await waitForCondition('the slots are busy', () => pendingEmails.length >= 2);
  assertOk(await claimAs(code, 'claims-meanwhile@example.org'));
  await instance.mailbox.waitFor('claims-meanwhile@example.org', /^Your code/);
  assert.deepEqual(arrived('signing-'), []);
  release();
  await waitForCondition('the rest arrives', () => arrived('signing-').length === 4);
});

test('a code that can’t be sent soon is refused with 503 and Retry-After, by account and by client', async () => {
  const { db } = instance;
  const code = await createClaimCode(large);
  const busy = async () => {
    const answer = await claimAs(code, 'later@example.org');
    assertRefused(answer, 503, 'busy');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  };
  holdBack('held-');
  for (let n = 0; n < slots; n++) assertOk(await claimAs(code, `held-${n}@example.org`));
  await waitForCondition('the slots are busy', () => pendingEmails.length === slots);
  const { requestId } = assertOk(await claimAs(code, 'held-again@example.org')).body;
  const addJobs = (
    count: number,
  ) => sql`insert into jobs (id, kind, payload, account_id, max_attempts)
    select gen_random_uuid(), 'claim-mail', '{}', ${large.accountId}, 1 from generate_series(1, ${count}::int)`;
  const removeJobs = () =>
    sql`delete from jobs where kind = 'claim-mail' and max_attempts = 1`.execute(db);
  // The client's other codes are of other accounts as well.
  await addJobs(600).execute(db);
  await sql`insert into claim_codes (id, claim_id, account_id, mail_id, name, email, code_hash, client, expires)
    select gen_random_uuid(), c.claim_id, c.account_id, j.id, c.name, c.email, c.code_hash, c.client, c.expires
    from claim_codes c cross join jobs j where c.id = ${requestId} and j.kind = 'claim-mail' and j.max_attempts = 1`.execute(
    db,
  );
  await busy();
  const setJobs = (change: string) =>
    sql`update jobs set ${sql.raw(change)} where kind = 'claim-mail' and max_attempts = 1`.execute(
      db,
    );
  // The mail server refused them for now: they wait for their next attempt.
  await setJobs("attempts = 1, run_at = now() + interval '10 minutes'");
  await busy();
  await setJobs("run_at = 'infinity'");
  assertOk(await claimAs(code, 'held-paused@example.org'));
  await setJobs('attempts = 0, run_at = now()');
  await busy();
  const page = await createTestClient(instance.url, { accept: 'text/html' })(
    ...(['POST', `/claim/${code}`, 'name=Ada+Lovelace&email=later%40example.org'] as const),
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
  assert.equal(page.status, 503);
  assert.match(page.text, /Try again in a minute/);
  await removeJobs();
  assertOk(await claimAs(code, 'held-another@example.org'));
  await addJobs(1_000).execute(db);
  await busy();
  const other = await createClaimCode(await createOwner(instance));
  assertOk(await claimAs(other, 'held-other@example.org'));
  await removeJobs();
  // During an outage, the first attempts fail at once.
  const addRetriedJobs = (age: string) =>
    sql`insert into jobs (id, kind, payload, account_id, max_attempts, attempts, run_at)
      select uuid7_at(now() - ${age}::interval), 'claim-mail', '{}', ${large.accountId}, 1, 1, now() + interval '10 minutes'
      from generate_series(1, 1000)`.execute(db);
  await addRetriedJobs('1 minute');
  await busy();
  await removeJobs();
  await addRetriedJobs('1 hour');
  assertOk(await claimAs(code, 'held-retried@example.org'));
  await removeJobs();
  await sql`update jobs set run_at = run_at - interval '2 minutes'
    where kind = 'claim-mail' and attempts = 0 and account_id = ${large.accountId}`.execute(db);
  await busy();
  release();
  await waitForCondition('all arrive', () => arrived('held-').length === slots + 5);
  assertOk(await claimAs(code, 'later@example.org'));
});

test('accounts take turns: a few emails of one overtake many of another', async () => {
  const small = await createOwner(instance);
  const award = await issueAward(small, await createBadge(small, await createIssuer(small)));
  holdBack('many-');
  for (let n = 0; n < 3; n++) await share(large, awardId, `many-${n}-`, 50);
  await waitForCondition('the mail server is busy', () => pendingEmails.length >= 8);
  await share(small, award, 'few-', 5);
  release();
  await waitForCondition(
    'all arrive',
    () => arrived('many-').length === 150 && arrived('few-').length === 5,
  );
  const order = listReceivers();
  const first = order.findIndex((to) => to.startsWith('many-'));
  const last = order.findLastIndex((to) => to.startsWith('few-'));
  assert.ok(last - first < 60, `the last of few came after ${last - first} of 155`);
});
