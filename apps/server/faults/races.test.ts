// Limits under concurrency: many requests for the last one. RACES sets the number.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { InsigniaError } from '@insignia/sdk';
import { sql } from 'kysely';
import {
  type ApiResponse,
  assertOk,
  assertRefused,
  createTestClient,
} from '../tests/support/client.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../tests/support/people.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const races = Number(process.env.RACES ?? 20);
let instance: Instance;
let owner: Owner;
let badgeId: string;
before(async () => {
  instance = await startInstance({ TRUST_PROXY: '127.0.0.1/32' });
  owner = await createOwner(instance);
  badgeId = await createBadge(owner, await createIssuer(owner));
});
after(() => instance.stop());

/** Repeats a request that a busy service refused with 503 before it took effect. */
async function askUntilAnswered(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    assertRefused(answer, 503, 'database_unavailable');
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
  }
}

/** The same for a call of the SDK. */
async function callUntilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof InsigniaError && error.code === 'database_unavailable')) throw error;
    }
}

const many = (n: number, ask: (n: number) => Promise<ApiResponse>) =>
  Promise.all(Array.from({ length: n }, (_, at) => askUntilAnswered(() => ask(at))));

/** Exactly one succeeded, and the others got the error. */
function assertOne(answers: ApiResponse[], status: number, code: string): ApiResponse {
  const won = answers.filter((answer) => answer.status === 200);
  assert.equal(won.length, 1);
  for (const answer of answers) if (answer.status !== 200) assertRefused(answer, status, code);
  return won[0] as ApiResponse;
}

test(`200 concurrent issues with 1 left in the quota: one succeeds, ${races} times`, async () => {
  for (let race = 0; race < races; race++) {
    await sql`update account_usage set credentials = 99 where account_id = ${owner.accountId}`.execute(
      instance.db,
    );
    const answers = await many(200, () =>
      owner.api('POST', '/awards', createAwardBodyFor(badgeId)),
    );
    assertOne(answers, 402, 'quota_reached');
  }
});

test(`50 concurrent invitations for the last seat: one succeeds, ${races} times`, async () => {
  for (let race = 0; race < races; race++) {
    const answers = await many(50, (n) =>
      owner.api('POST', '/members', {
        parameters: { email: `seat-${race}-${n}@example.org`, role: 'viewer' },
      }),
    );
    const { memberId } = assertOne(answers, 400, 'seat_limit_reached').body;
    await owner.insignia.members.remove({ memberId });
  }
});

test(`50 concurrent registrations for the last issuer: one succeeds, ${races} times`, async () => {
  for (let race = 0; race < races; race++) {
    const parameters = { name: 'The last one', url: 'https://last.example', email: owner.email };
    const answers = await many(50, () => owner.api('POST', '/issuers', { parameters }));
    const { issuerId } = assertOne(answers, 403, 'issuer_limit_reached').body;
    await owner.insignia.issuers.delete({ issuerId: issuerId.split('/').at(-1) });
  }
});

test(`accepting an invitation 50 times at once succeeds once, ${races} times`, async () => {
  const friend = await createOwner(instance);
  for (let race = 0; race < races; race++) {
    const parameters = { email: friend.email, role: 'viewer' } as const;
    const { inviteId, memberId } = await owner.insignia.members.invite(parameters);
    const answers = await many(50, () =>
      friend.api('POST', '/members/accept', { parameters: { inviteId } }),
    );
    assertOne(answers, 404, 'invitation_not_found');
    await owner.insignia.members.remove({ memberId });
  }
});

test(`100 concurrent first views emit one credential.viewed and count 100, ${races} times`, async () => {
  await sql`update account_usage set credentials = -1000 where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  for (let race = 0; race < races; race++) {
    const id = await issueAward(owner, badgeId);
    const answers = await many(100, (n) =>
      createTestClient(instance.url, { 'x-forwarded-for': `203.0.113.${n}` })(
        'POST',
        `/awards/${id}/event`,
        {
          parameters: { kind: 'view' },
        },
      ),
    );
    assert.equal(answers.filter(({ body }) => body.info.recorded).length, 100);
    const { rows } =
      await sql`select 1 from events where credential_id = ${id} and type = 'credential.viewed'`.execute(
        instance.db,
      );
    assert.equal(rows.length, 1);
    const { stats } = assertOk(await createTestClient(instance.url)('GET', `/awards/${id}/stats`))
      .body.info;
    assert.equal(stats.views, 100);
  }
});

test(`using one Idempotency-Key 100 times at once has one effect, ${races} times`, async () => {
  for (let race = 0; race < races; race++) {
    const headers = { 'idempotency-key': `race-${race}` };
    const answers = await many(100, () =>
      owner.api('POST', '/awards', createAwardBodyFor(badgeId), headers),
    );
    assert.equal(new Set(answers.map((answer) => assertOk(answer).body.info.awardId)).size, 1);
  }
});

test(`adding and deleting webhooks while 20 are issued and emailed: each is emailed once, ${races} times`, async () => {
  const home = await createOwner(instance, 'pro');
  const badge = await createBadge(home, await createIssuer(home));
  const awardId = await issueAward(home, badge);
  const addAndDeleteWebhooks = async (): Promise<void> => {
    const { webhooks } = home.insignia;
    const { id } = await callUntilAnswered(() => webhooks.create({ url: 'https://gone.invalid' }));
    await callUntilAnswered(() => webhooks.delete({ webhookId: id }));
  };
  for (let race = 0; race < races; race++) {
    const going = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let n = 0; n < 5; n++) await addAndDeleteWebhooks();
      }),
    );
    const answers = await many(20, async (n) => {
      const parameters = { email: `race-${race}-${n}@example.org` };
      await callUntilAnswered(() => home.insignia.credentials.send({ awardId, ...parameters }));
      return home.api('POST', '/awards', createAwardBodyFor(badge));
    });
    for (const answer of answers) assertOk(answer);
    await going;
  }
  const raced = () =>
    instance.mailbox.received.flatMap(({ to }) => to).filter((to) => to.startsWith('race-'));
  await waitForCondition('all are recorded as sent', async () => {
    const { rows } = await sql`
      select 1 from mails where recipient like 'race-%' and state <> 'sent'`.execute(instance.db);
    return rows.length === 0;
  });
  assert.deepEqual([raced().length, new Set(raced()).size], [20 * races, 20 * races]);
  await waitForCondition('what was deleted is gone', async () => {
    const { rows } = await sql`select 1 from webhooks`.execute(instance.db);
    return rows.length === 0;
  });
});
