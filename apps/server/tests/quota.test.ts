import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '@insignia/contract';
import { sql } from 'kysely';
import { countIssuedInPeriod } from '../src/features/accounts/index.ts';
import { assertOk, assertRefused } from './support/client.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();

async function ready(plan: string): Promise<{ owner: Owner; badgeId: string }> {
  const owner = await createOwner(instance, plan);
  return { owner, badgeId: await createBadge(owner, await createIssuer(owner)) };
}

const use = (owner: Owner, used: number) =>
  sql`update account_usage set credentials = ${used} where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
const numbers = async ({ accountId }: Owner) =>
  (
    await sql<{ used: number; rows: number; events: number }>`
    select credentials as used, (select count(*)::int from credentials where account_id = ${accountId}) as rows,
      (select count(*)::int from events where account_id = ${accountId}) as events
    from account_usage where account_id = ${accountId}`.execute(instance.db)
  ).rows[0];

test('the unlimited plan has no limits on numbers', async () => {
  const { owner, badgeId } = await ready('unlimited');
  await use(owner, 3_000_000);
  await issueAward(owner, badgeId);
  for (let n = 0; n < 11; n += 1) await createIssuer(owner);
  const body = await owner.insignia.account.get();
  assert.equal(body.plan, 'unlimited');
  assert.deepEqual(body.limits, { issuers: null, seats: null, credentials: null });
  assert.deepEqual(body.usage, { issuers: 12, seats: 1, credentials: 3_000_001 });
});

test('the plan limits credentials per month exactly, also for 200 concurrent requests with one left [8-3]', async () => {
  for (const [plan, limit] of [
    ['free', 100],
    ['starter', 1_000],
    ['pro', 10_000],
  ] as const) {
    const { owner, badgeId } = await ready(plan);
    await use(owner, limit - 1);
    const answers = await runConcurrently(200, () =>
      owner.api('POST', '/awards', createAwardBodyFor(badgeId)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const refusal = answers.find(({ status }) => status !== 200);
    assert.ok(refusal);
    assertRefused(refusal, 402, 'quota_reached');
    assert.equal(refusal.body.error, errors.quota_reached.text);
    assert.deepEqual(await numbers(owner), { used: limit, rows: 1, events: 1 });
  }
});

test('each issued credential counts once, and a refused one does not count [8-7]', async () => {
  const { owner, badgeId } = await ready('free');
  for (let n = 0; n < 3; n++) await issueAward(owner, badgeId);
  assertRefused(
    await owner.api('POST', '/awards', createAwardBodyFor(owner.accountId)),
    404,
    'badge_not_found',
  );
  assertRefused(
    await owner.api('POST', '/awards', createAwardBodyFor(badgeId, { issuedOn: 'x' })),
    400,
    'invalid_request',
  );
  assert.deepEqual(await numbers(owner), { used: 3, rows: 3, events: 3 });
});

test('the program and the database count the usage of a period alike', async () => {
  const [before, then] = [new Date('2027-01-01T00:00:00Z'), new Date('2027-02-01T00:00:00Z')];
  for (const periodStart of [before, then])
    for (const period of [before, then]) {
      const { rows } = await sql<{ used: number }>`
        select issued_in_period(p_period => ${period}, p_last_period => ${periodStart}, p_credentials => 7) as used`.execute(
        instance.db,
      );
      assert.equal(countIssuedInPeriod(period, { periodStart, credentials: 7 }), rows[0]?.used);
    }
});

test('the quota resets once when the next period begins, and never returns to the earlier one [8-8]', async () => {
  instance.clock.set('2027-01-31T10:00:00Z');
  const { owner, badgeId } = await ready('free');
  const issue = () => owner.api('POST', '/awards', createAwardBodyFor(badgeId));
  await use(owner, 100);
  assertRefused(await issue(), 402, 'quota_reached');
  instance.clock.set('2027-02-27T23:50:00Z');
  assertRefused(await issue(), 402, 'quota_reached');
  instance.clock.set('2027-02-28T00:00:00Z');
  const answers = await Promise.all(Array.from({ length: 10 }, issue));
  for (const answer of answers) assertOk(answer);
  assert.equal((await numbers(owner))?.used, 10);
  // A process with a slow clock counts in the new period.
  instance.clock.set('2027-02-27T23:50:00Z');
  assertOk(await issue());
  assert.equal((await numbers(owner))?.used, 11);
  instance.clock.set('2027-03-31T00:00:01Z');
  assertOk(await issue());
  assert.equal((await numbers(owner))?.used, 1);
  instance.clock.set(new Date());
});
