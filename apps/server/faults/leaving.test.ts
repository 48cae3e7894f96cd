// Deletes an account in full use: no 500s, no waiting, nothing visible after the response, and
// nothing left. RACES sets the number.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ApiResponse, assertOk, createTestClient } from '../tests/support/client.ts';
import { badgeImage } from '../tests/support/images.ts';
import { type Instance, startInstance } from '../tests/support/instance.ts';
import {
  createAwardBodyFor,
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
  password,
} from '../tests/support/people.ts';
import { startReceiver } from '../tests/support/receiver.ts';
import { csvHeaders } from '../tests/support/samples.ts';
import { waitForCondition } from '../tests/support/wait-for-condition.ts';

const races = Math.ceil(Number(process.env.RACES ?? 20) / 4);
let instance: Instance;
before(async () => {
  instance = await startInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
});
after(() => instance.stop());

type ObservedCall = { what: string; startedAt: number; took: number; answer: ApiResponse };
type Home = { owner: Owner; badgeId: string; issuerId: string; awards: string[] };

async function settle(receiverUrl: string): Promise<Home> {
  const owner = await createOwner(instance, 'pro');
  const issuerId = await createIssuer(owner);
  const badgeId = await createBadge(owner, issuerId);
  for (let n = 0; n < 3; n++) await owner.insignia.webhooks.create({ url: receiverUrl });
  const rows = Array.from(
    { length: 3_000 },
    (_, n) => `Person Number ${n},p${n}@example.org,2026-01-01`,
  );
  const csv = `name,email,issuedOn\n${rows.join('\n')}\n`;
  const { importId } = assertOk(
    await owner.api('POST', `/awards/imports?badgeId=${badgeId}`, csv, csvHeaders),
    202,
  ).body.info;
  await waitForCondition('imported', async () => {
    const { body } = await owner.api('GET', `/awards/imports/${importId}`);
    return body.info.status === 'completed';
  });
  const awards = await Promise.all(Array.from({ length: 60 }, () => issueAward(owner, badgeId)));
  return { owner, badgeId, issuerId, awards };
}

/** Repeated uses of an account, with and without authentication. */
function uses({ owner, badgeId, issuerId, awards }: Home) {
  const anyone = createTestClient(instance.url);
  const { api, session, email } = owner;
  const next = (() => {
    let n = 0;
    return () => awards[n++ % awards.length] ?? '';
  })();
  const parameters = (value: object) => ({ parameters: value });
  const csv = `name,email,issuedOn\n${'Many People,m@example.org,2026-01-01\n'.repeat(500)}`;
  const inside: Record<string, () => Promise<ApiResponse>> = {
    issue: () => api('POST', '/awards', createAwardBodyFor(badgeId)),
    list: () => api('GET', '/awards'),
    search: () => api('GET', `/awards?filter=${encodeURIComponent('{"search":"numb"}')}`),
    erase: () => api('DELETE', `/awards/${next()}`),
    revoke: () => api('POST', `/awards/${next()}/revoke`, parameters({ reason: 'race' })),
    send: () => api('POST', `/awards/${next()}/send`, parameters({ email: 'to@example.org' })),
    import: () => api('POST', `/awards/imports?badgeId=${badgeId}&send=true`, csv, csvHeaders),
    bulk: () => api('POST', '/awards/revoke', parameters({ all: true })),
    badge: async () =>
      api('POST', '/badges', {
        parameters: {
          ...{ name: 'B', description: 'D', criteria: 'C', issuerId },
          image: await badgeImage(),
        },
      }),
    update: () => api('PUT', `/badges/${badgeId}`, parameters({ name: `Badge ${Date.now()}` })),
    hook: async () => {
      const webhook = await api('POST', '/webhooks', { url: 'https://gone.invalid' });
      return webhook.body.id ? api('DELETE', `/webhooks/${webhook.body.id}`) : webhook;
    },
    invite: async () => {
      const invitation = await api(
        'POST',
        '/members',
        parameters({ email: `i${Date.now()}@example.org`, role: 'viewer' }),
      );
      return invitation.body.memberId
        ? api('DELETE', `/members/${invitation.body.memberId}`)
        : invitation;
    },
    key: async () => {
      const apiKey = await session('POST', '/api-keys', parameters({ name: 'k', scope: 'read' }));
      return apiKey.body.keyId ? session('DELETE', `/api-keys/${apiKey.body.keyId}`) : apiKey;
    },
    token: () => session('GET', '/api/auth/token'),
    sessions: () => session('GET', '/api/auth/list-sessions'),
    signIn: () => anyone('POST', '/api/auth/sign-in/email', { email, password }),
  };
  const outside: Record<string, () => Promise<ApiResponse>> = {
    document: () => anyone('GET', `/certify-badge/award/${next()}`),
    badge: () => anyone('GET', `/certify-badge/badge/${badgeId}`),
    issuer: () => anyone('GET', `/certify-badge/issuer/${issuerId}`),
    page: () => anyone('GET', `/credentials/${next()}`),
    view: () => anyone('POST', `/awards/${next()}/event`, parameters({ kind: 'view' })),
    stats: () => anyone('GET', `/awards/${next()}/stats`),
    mail: () =>
      anyone(
        'POST',
        `/certify-badge/award/${next()}/send-email`,
        parameters({ recipients: 'v@example.org' }),
      ),
  };
  return { inside, outside };
}

/** Repeats a use and records the results. */
function over(
  what: string,
  use: () => Promise<ApiResponse>,
  seen: ObservedCall[],
  isOver: () => boolean,
) {
  return (async () => {
    while (!isOver()) {
      const startedAt = performance.now();
      const answer = await use();
      seen.push({ what, startedAt, took: performance.now() - startedAt, answer });
    }
  })();
}

test(`deleting an account in use ${races} times causes no 5xx and leaves no data`, async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  let deleting = 0;
  let slowest = 0;
  for (let race = 0; race < races; race++) {
    const home = await settle(receiver.url);
    const { inside, outside } = uses(home);
    const [members, strangers]: [ObservedCall[], ObservedCall[]] = [[], []];
    let isOver = false;
    const running = [
      ...Object.entries(inside).map(([what, use]) => over(what, use, members, () => isOver)),
      ...Object.entries(outside).map(([what, use]) => over(what, use, strangers, () => isOver)),
    ];
    await sleep(500);
    const startedAt = performance.now();
    assertOk(await home.owner.session('DELETE', '/account'));
    const deletedAt = performance.now();
    deleting = Math.max(deleting, deletedAt - startedAt);
    await sleep(1_500);
    isOver = true;
    await Promise.all(running);
    for (const { what, startedAt, took, answer } of [...members, ...strangers]) {
      const shown = `${what}: ${answer.status} ${answer.text.slice(0, 200)}`;
      assert.ok(answer.status < 500, shown);
      slowest = Math.max(slowest, took);
      if (startedAt < deletedAt) continue;
      const refused = members.some((seen) => seen.answer === answer) ? [401] : [404, 410];
      assert.ok(refused.includes(answer.status), `after the deletion: ${shown}`);
    }
    const { accountId } = home.owner;
    await waitForCondition('the first look is over', async () => {
      const { rows } = await sql`select 1 from jobs where account_id = ${accountId}
        and kind = 'leaving-account' and run_at < now() + interval '2 minutes'`.execute(
        instance.db,
      );
      return rows.length === 0;
    });
    await sql`update jobs set run_at = now() where account_id = ${accountId}`.execute(instance.db);
    await waitForCondition('nothing is left', async () => {
      const { rows } = await sql`select 1 from leaving_accounts`.execute(instance.db);
      return rows.length === 0;
    });
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id'`.execute(instance.db);
    for (const { name } of rows) {
      const left =
        await sql`select 1 from ${sql.table(name)} where account_id = ${accountId} limit 1`.execute(
          instance.db,
        );
      assert.equal(left.rows.length, 0, name);
    }
    assert.equal(
      (
        await createTestClient(instance.url)(
          'GET',
          `/certify-badge/award/${idFromUrl(home.awards[0] ?? '')}`,
        )
      ).status,
      410,
    );
  }
  process.stdout.write(
    `# DELETE /account under use, ${races} times: answered within ${deleting.toFixed(0)} ms, slowest other request ${slowest.toFixed(0)} ms, no 5xx, nothing left\n`,
  );
});
