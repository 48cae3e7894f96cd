import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { newId } from '../src/kernel/id.ts';
import { createSealer, Secrets } from '../src/platform/secrets/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { findFreePort } from './support/port.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from './support/receiver.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { countSideEffects } from './support/side-effects.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let instance: Instance;
let owner: Owner;
let badgeId: string;
const receivers: Receiver[] = [];
before(async () => {
  instance = await startInstance({
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_SCHEDULE: '50ms,50ms,50ms,50ms',
  });
  owner = await createOwner(instance, 'pro');
  badgeId = await createBadge(owner, await createIssuer(owner));
});
after(async () => {
  // Invariant: pending deliveries wait, and nothing else does.
  const { rows } = await sql`
    select v.id, d.state from waiting_deliveries v full join deliveries d using (webhook_id, id)
    where (d.state is not distinct from 'pending') <> (v.id is not null)`.execute(instance.db);
  assert.deepEqual(rows, []);
  await instance.stop();
  for (const receiver of receivers) await receiver.close();
});

async function receive(answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}
type RegisteredEndpoint = { id: string; url: string; events: string[]; secret: string };
const register = async (url: string, more: object = {}, by = owner): Promise<RegisteredEndpoint> =>
  by.insignia.webhooks.create({ url, ...more });
const list = async (by = owner) => assertOk(await by.read('GET', '/webhooks')).body.webhooks;
const one = async (id: string, by = owner) =>
  (await list(by)).find((webhook: { id: string }) => webhook.id === id);
const remove = async (id: string, by = owner) =>
  assertOk(await by.api('DELETE', `/webhooks/${id}`));
const deliveries = async (id: string, query = '', by = owner) =>
  assertOk(await by.read('GET', `/webhooks/${id}/deliveries${query}`)).body.deliveries;
const waitForDeliveries = (receiver: Receiver, n: number) =>
  waitForCondition(`${n} deliveries`, () => receiver.received.length >= n);

test('an endpoint is registered, listed without its secret, and deleted [3.4-1 4.1-4 4.7-1 4.7-2 4.7-3]', async () => {
  const { url } = await receive();
  const webhook = await register(url);
  assert.deepEqual(Object.keys(webhook), ['id', 'url', 'events', 'secret']);
  assert.deepEqual([webhook.url, webhook.events], [url, ['*']]);
  assert.match(webhook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const some = await register(url, { events: ['credential.revoked', 'credential.revoked'] });
  assert.deepEqual(some.events, ['credential.revoked']);
  const wrapped = assertOk(
    await owner.api('POST', '/webhooks', { parameters: { url, events: ['*'] } }),
    201,
  ).body;
  assert.deepEqual(wrapped.events, ['*']);
  const answer = await owner.read('GET', '/webhooks');
  assert.doesNotMatch(answer.text, /secret|whsec/);
  const { createdAt, ...shown } = await one(webhook.id);
  assert.equal(Number.isInteger(createdAt), true);
  assert.deepEqual(shown, {
    ...{ id: webhook.id, url, events: ['*'], active: true },
    ...{ failureCount: 0, lastStatus: null, lastDeliveryAt: null, recent: [] },
  });
  const { rows } = await sql<{ row: string }>`select t::text as row from webhooks t`.execute(
    instance.db,
  );
  const half = Buffer.from(webhook.secret).toString('hex').slice(0, 40);
  for (const { row } of rows)
    assert.equal(row.includes(half) || row.includes(webhook.secret), false);
  const once = { 'idempotency-key': 'endpoint' };
  const repeat = () => owner.api('POST', '/webhooks', { url }, once);
  const replies = await Promise.all([repeat(), repeat()]);
  const [first, second] = replies.map((reply) => assertOk(reply, 201).body);
  assert.deepEqual(second, first);
  const { rows: stored } = await sql<{ reply: string }>`
    select reply::text from idempotency_keys where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  assert.doesNotMatch(JSON.stringify(stored), /whsec/);
  for (const { id } of [webhook, some, wrapped, first])
    assert.deepEqual((await remove(id)).body, { id, deleted: true });
  assertRefused(await repeat(), 404, 'webhook_not_found');
  assertRefused(await owner.api('DELETE', `/webhooks/${webhook.id}`), 404, 'webhook_not_found');
});

test('deleting an endpoint never waits or blocks; its log is deleted later, and no email is repeated', async () => {
  const receiver = await receive();
  const { id } = await register(receiver.url);
  await sql`insert into deliveries (id, webhook_id, account_id, type, state, created_at)
    select uuid7_at(now()), ${id}, ${owner.accountId}, 'ping', 'delivered', now() from generate_series(1, 5000)`.execute(
    instance.db,
  );
  const to = 'while-deleting@example.org';
  const mails = async () =>
    (
      await sql<{ state: string; attempts: number }>`
        select state, attempts from mails where recipient = ${to}`.execute(instance.db)
    ).rows;
  await instance.db.write(async (trx) => {
    // A lock on the log.
    await sql`select 1 from deliveries where webhook_id = ${id} limit 1 for update`.execute(trx);
    const deleting = owner.api('DELETE', `/webhooks/${id}`);
    const [deleted, award] = await Promise.all([deleting, issueAward(owner, badgeId)]);
    assert.deepEqual(assertOk(deleted).body, { id, deleted: true });
    await owner.insignia.credentials.send({ awardId: award, email: to });
    await waitForCondition('mailed', async () => (await mails())[0]?.state === 'sent');
    assert.equal(await one(id), undefined);
    for (const [method, path] of [
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/enable'],
      ['POST', '/rotate-secret'],
      ['DELETE', ''],
    ] as const)
      assertRefused(await owner.api(method, `/webhooks/${id}${path}`), 404, 'webhook_not_found');
  });
  await waitForCondition('all of it is gone', async () => {
    const { rows } = await sql`select from webhooks where id = ${id}
      union all select from deliveries where webhook_id = ${id}
      union all select from waiting_deliveries where webhook_id = ${id}`.execute(instance.db);
    return rows.length === 0;
  });
  assert.deepEqual(await mails(), [{ state: 'sent', attempts: 1 }]);
  assert.equal(instance.mailbox.received.filter((mail) => mail.to.includes(to)).length, 1);
});

test('an invalid endpoint URL is refused with its reason, and nothing is written', async () => {
  const bad = [
    ...['http://hooks.example/x', 'https://', 'https:///x', 'ftp://x.example', 'hooks.example', ''],
    ...['https://user:pw@hooks.example', 'https://hooks.example/a b', ' https://hooks.example'],
    ...[
      'https://hooks.example/\u0000',
      'https://hooks.example/\r\nX: y',
      'https:\\\\hooks.example',
    ],
    ...[
      'https://10.0.0.1:4000',
      'https://0x0a000001:4000',
      'https://167772161:4000',
      'https://012.0.0.1:4000',
    ],
    ...[
      'https://１０.0.0.1:4000',
      'https://[::1]:4000',
      'https://[::ffff:10.0.0.1]:4000',
      'https://[fd00::1]:4000',
    ],
    ...['https://169.254.169.254/latest', 'https://[2002:a00:1::]/', 'https://[64:ff9b::a00:1]/'],
    ...[
      'https://hooks.example:22',
      'https://hooks.example:80',
      `https://hooks.example/${'x'.repeat(3_000)}`,
    ],
  ];
  for (const url of bad) {
    const answer = await owner.api('POST', '/webhooks', { url });
    assertRefused(answer, 400, 'invalid_request', 'url');
  }
  for (const events of [[], 'credential.issued', ['credential.deleted'], [7], [null], {}])
    assert.equal(
      (await owner.api('POST', '/webhooks', { url: 'https://x.example', events })).status,
      400,
    );
  assertRefused(await owner.api('POST', '/webhooks', {}), 400, 'invalid_request', 'url');
  const closed = await startInstance();
  const careful = await createOwner(closed);
  for (const url of [
    'https://127.0.0.1:4000',
    'https://localhost:4000',
    'https://a.localhost.:4000',
  ])
    assertRefused(await careful.api('POST', '/webhooks', { url }), 400, 'invalid_request', 'url');
  await closed.stop();
  assert.equal((await list()).length, 0);
});

test('one response names both a bad URL and bad events', async () => {
  for (const body of [
    { url: 'http://receiver.example', events: ['credential.sold'] },
    { parameters: { url: 'https://10.0.0.1', events: [] } },
  ]) {
    const answer = await owner.api('POST', '/webhooks', body);
    for (const field of ['url', 'events'])
      assert.ok(
        answer.body.details.some(({ path }: { path: string }) => path.startsWith(field)),
        answer.text,
      );
    assertRefused(answer, 400, 'invalid_request');
  }
});

test('an internal host name can be registered without a DNS lookup, but is never connected to', async () => {
  const { id } = await register('https://metadata.internal:4000/');
  await issueAward(owner, badgeId);
  await waitForCondition('failed', async () => (await one(id)).failureCount > 0);
  const [delivery] = await deliveries(id);
  assert.match(delivery.lastError, /ENOTFOUND|EAI_AGAIN|private/);
  await remove(id);
});

test('the endpoint limit of the plan also applies to concurrent registrations', async () => {
  const free = await createOwner(instance);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => free.api('POST', '/webhooks', { url: 'https://x.example' })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  for (const answer of answers)
    if (answer.status !== 201) assertRefused(answer, 403, 'webhook_limit_reached');
});

test('writes require the scope write and an admin, and listing requires read [4.7-4]', async () => {
  assertRefused(
    await owner.read('POST', '/webhooks', { url: 'https://x.example' }),
    403,
    'scope_too_small',
  );
  assertOk(await owner.read('GET', '/webhooks'));
  const editor = await createOwner(instance);
  await addMember(instance, owner, editor, 'editor');
  const there = { 'x-account-id': owner.accountId };
  assertRefused(
    await editor.bearer('POST', '/webhooks', { url: 'https://x.example' }, there),
    403,
    'role_too_small',
  );
  assertOk(await editor.bearer('GET', '/webhooks', undefined, there));
});

function assertSigned({ headers, body }: ReceivedRequest, secret: string): void {
  const { id, type } = JSON.parse(body);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['user-agent'], 'insignia-webhooks/1');
  assert.equal(headers['x-service-event'], type);
  assert.equal(headers['x-service-delivery'], id);
  const hex = createHmac('sha256', secret).update(body).digest('hex');
  assert.equal(headers['x-service-signature'], `sha256=${hex}`);
  const three = {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  };
  new Standard(secret).verify(body, three);
  const svixHeaders = Object.entries(three).map(([name, value]) => [
    name.replace('webhook', 'svix'),
    value,
  ]);
  new Svix(secret).verify(body, Object.fromEntries(svixHeaders));
  assert.throws(() => new Standard(secret).verify(`${body} `, three));
}

test('each event is delivered with its data, signed so that endpoints can verify it [5-8 6.2-1 6.2-6 6.2-7 6.2-8 6.2-9 6.3-1 6.4-1 3.4-3]', async () => {
  const receiver = await receive();
  const { id, secret } = await register(receiver.url);
  const recipient = { name: 'Ada “Ünï” <b>', email: 'ada@example.org' };
  const award = await issueAward(owner, badgeId, { recipient, expires: '2030-01-01' });
  await waitForDeliveries(receiver, 1);
  await owner.insignia.credentials.send({ awardId: award, email: 'x@example.org' });
  await waitForDeliveries(receiver, 2);
  assertOk(
    await createTestClient(instance.url)('POST', `/awards/${award}/event`, {
      parameters: { kind: 'view' },
    }),
  );
  await waitForDeliveries(receiver, 3);
  await owner.insignia.credentials.revoke({ awardId: award, reason: 'error' });
  await waitForDeliveries(receiver, 4);
  for (const received of receiver.received) assertSigned(received, secret);
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  for (const body of bodies) {
    assert.deepEqual(Object.keys(body), ['id', 'type', 'createdAt', 'data']);
    assert.ok(Number.isInteger(body.createdAt) && Math.abs(body.createdAt - Date.now()) < 60_000);
  }
  const awardId = `${instance.url}/certify-badge/award/${award}`;
  const badgeName = 'Poet of Science';
  assert.deepEqual(
    bodies.map(({ type, data }) => [type, data]),
    [
      [
        'credential.issued',
        {
          awardId,
          badgeId: `${instance.url}/certify-badge/badge/${badgeId}`,
          badgeName,
          recipient,
          issuedOn: '2026-03-01',
          expires: '2030-01-01',
        },
      ],
      ['credential.delivered', { awardId, recipient, badgeName }],
      ['credential.viewed', { awardId, recipient }],
      ['credential.revoked', { awardId, reason: 'error' }],
    ],
  );
  await waitForCondition('recorded', async () =>
    (await deliveries(id)).every(({ state }: { state: string }) => state === 'delivered'),
  );
  const { active, failureCount, lastDeliveryAt, recent } = await one(id);
  assert.equal(recent[0], 'delivered');
  assert.deepEqual([active, failureCount, Number.isInteger(lastDeliveryAt)], [true, 0, true]);
  const log = await deliveries(id);
  for (const { request } of log) {
    assert.equal(request.url, receiver.url);
    const sentHeaders = receiver.received.find(({ body }) => body === request.body)?.headers ?? {};
    for (const [name, value] of Object.entries(request.headers))
      assert.equal(sentHeaders[name], value);
    assert.equal(Object.keys(request.headers).length, 5);
  }
  assert.deepEqual(
    log.map(({ request }: { request: { body: string } }) => request.body).toReversed(),
    receiver.received.map(({ body }) => body),
  );
  assert.deepEqual(
    [log[0].state, log[0].attemptCount, log[0].attempts[0].status, log[0].attempts[0].response],
    ['delivered', 1, 200, 'ok'],
  );
  await remove(id);
});

test('an endpoint receives each event it subscribed to once, and no other account receives it', async () => {
  const [all, some] = [await receive(), await receive()];
  const first = await register(all.url, { events: ['*'] });
  const second = await register(some.url, { events: ['credential.revoked'] });
  const stranger = await createOwner(instance);
  const foreign = await receive();
  await register(foreign.url, {}, stranger);
  const [award = ''] = await runConcurrently(30, () => issueAward(owner, badgeId));
  await owner.insignia.credentials.revoke({ awardId: award });
  await waitForDeliveries(all, 31);
  await waitForDeliveries(some, 1);
  await waitForCondition(
    'all recorded',
    async () => (await deliveries(first.id, '?state=pending')).length === 0,
  );
  const ids = all.received.map(({ body }) => JSON.parse(body).id);
  assert.deepEqual([ids.length, new Set(ids).size], [31, 31]);
  assert.deepEqual([some.received.length, foreign.received.length], [1, 0]);
  await remove(first.id);
  await remove(second.id);
});

test('a failed delivery is retried with the same id and bytes until it succeeds, and the count is reset [6.4-2 6.4-4]', async () => {
  let answers = [500, 302, 404];
  const receiver = await receive((_request, response) => {
    const status = answers.shift() ?? 204;
    response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end('not now');
  });
  const { id, secret } = await register(receiver.url);
  await issueAward(owner, badgeId);
  await waitForCondition('three failures', async () => receiver.received.length >= 3);
  await waitForDeliveries(receiver, 4);
  await waitForCondition('delivered', async () => (await deliveries(id))[0].state === 'delivered');
  for (const received of receiver.received) assertSigned(received, secret);
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  const [delivery] = await deliveries(id);
  assert.deepEqual(
    delivery.attempts.map(({ status, error }: { status: number; error: string }) => [
      status,
      error,
    ]),
    [
      [500, 'answered 500'],
      [302, 'answered 302'],
      [404, 'answered 404'],
      [204, null],
    ],
  );
  assert.equal((await one(id)).failureCount, 0);
  answers = [];
  await remove(id);
});

test('a delivery without attempts left is failed, and can be redelivered, alone or with all since a time', async () => {
  let status = 500;
  const receiver = await receive((_request, response) => void response.writeHead(status).end());
  const { id } = await register(receiver.url);
  await issueAward(owner, badgeId);
  await waitForCondition('failed', async () => (await deliveries(id))[0]?.state === 'failed');
  const [delivery] = await deliveries(id);
  assert.deepEqual([delivery.attemptCount, delivery.nextAttemptAt], [5, null]);
  status = 200;
  const path = `/webhooks/${id}/deliveries`;
  assert.deepEqual(assertOk(await owner.api('POST', `${path}/${delivery.id}/redeliver`)).body, {
    deliveryId: delivery.id,
  });
  await waitForCondition('delivered', async () => (await deliveries(id))[0].state === 'delivered');
  assert.equal(receiver.received.length, 6);
  await sql`update deliveries set state = 'failed', last_error = 'x' where webhook_id = ${id}`.execute(
    instance.db,
  );
  const since = async (text: string) =>
    assertOk(await owner.api('POST', `${path}/redeliver`, { since: text })).body.redelivered;
  assert.equal(await since('2999-01-01'), 0);
  assert.equal(await since('2020-01-01'), 1);
  await waitForDeliveries(receiver, 7);
  assertRefused(
    await owner.api('POST', `${path}/redeliver`, { since: 'soon' }),
    400,
    'invalid_request',
    'since',
  );
  for (const unknown of [newId(), 'x'])
    assertRefused(
      await owner.api('POST', `${path}/${unknown}/redeliver`),
      404,
      'delivery_not_found',
    );
  await remove(id);
});

test('20 consecutive failures disable an endpoint with an email to owner and admins, and enabling it resets the count [3.4-2 6.4-3 8-11]', async () => {
  const home = await createOwner(instance, 'pro');
  const badge = await createBadge(home, await createIssuer(home));
  const admin = await createOwner(instance);
  await addMember(instance, home, admin, 'admin');
  let status = 503;
  const allIssued = Promise.withResolvers<void>();
  const receiver = await receive(
    (_request, response) => void allIssued.promise.then(() => response.writeHead(status).end()),
  );
  const { id } = await register(receiver.url, {}, home);
  await Promise.all(Array.from({ length: 12 }, () => issueAward(home, badge)));
  allIssued.resolve();
  await waitForCondition('disabled', async () => (await one(id, home)).active === false);
  const disabled = await one(id, home);
  assert.deepEqual([disabled.failureCount, disabled.lastStatus], [20, 503]);
  assert.equal(receiver.received.length, 20);
  for (const { email } of [home, admin]) {
    const { mail } = await instance.mailbox.waitFor(email, /webhook endpoint was disabled/);
    assert.ok(mail.text?.includes(receiver.url));
  }
  assert.equal((await countSideEffects(instance, home.accountId)).mails, 2);
  assert.equal((await deliveries(id, '?state=failed', home)).length, 12);
  await issueAward(home, badge);
  assert.equal((await deliveries(id, '', home)).length, 12, 'nothing is kept for a disabled one');
  assertRefused(await home.api('POST', `/webhooks/${id}/test`), 409, 'webhook_disabled');
  status = 200;
  assert.deepEqual(await home.insignia.webhooks.enable({ webhookId: id }), {
    id,
    active: true,
  });
  assert.equal((await one(id, home)).failureCount, 0);
  await issueAward(home, badge);
  await waitForDeliveries(receiver, 21);
  assert.equal(
    (await deliveries(id, '?state=failed', home)).length,
    12,
    'enabling sends nothing by itself',
  );
});

test('a 410 response disables an endpoint at once', async () => {
  const receiver = await receive((_request, response) => void response.writeHead(410).end());
  const home = await createOwner(instance);
  const badge = await createBadge(home, await createIssuer(home));
  const { id } = await register(receiver.url, {}, home);
  await issueAward(home, badge);
  await waitForCondition('disabled', async () => (await one(id, home)).active === false);
  assert.equal(receiver.received.length, 1);
  const { mail } = await instance.mailbox.waitFor(home.email, /webhook endpoint was disabled/);
  assert.match(mail.text ?? '', /410 Gone/);
  assert.equal((await countSideEffects(instance, home.accountId)).mails, 1);
});

test('a delivery that always fails blocks no other, and a burst of failures disables no endpoint', async () => {
  const receiver = await receive(
    (_request, response, { body }) =>
      void response.writeHead(body.includes('Poison') ? 500 : 200).end(),
  );
  const { id } = await register(receiver.url);
  await issueAward(owner, badgeId, {
    recipient: { name: 'Poisonous Person', email: 'p@example.org' },
  });
  await Promise.all(Array.from({ length: 20 }, () => issueAward(owner, badgeId)));
  await waitForCondition(
    'all but one delivered',
    async () => (await deliveries(id, '?state=delivered')).length === 20,
  );
  await waitForCondition(
    'the poisonous one gave up',
    async () => (await deliveries(id, '?state=failed')).length === 1,
  );
  assert.equal((await one(id)).active, true);
  await remove(id);
});

test('a delivery that hangs does not delay later ones', async () => {
  let closedCount = 0;
  const receiver = await receive((_request, response, { body }) => {
    if (body.includes('Hanging')) response.on('close', () => closedCount++);
    else response.writeHead(200).end();
  });
  const { id } = await register(receiver.url, { events: ['credential.issued'] });
  await issueAward(owner, badgeId);
  await waitForCondition('known as quick', async () => (await one(id)).lastStatus === 200);
  await issueAward(owner, badgeId, { recipient: { name: 'Hanging', email: 'h@example.org' } });
  await waitForDeliveries(receiver, 2);
  const { secret } = await owner.insignia.webhooks.rotateSecret({ webhookId: id });
  await issueAward(owner, badgeId);
  await waitForDeliveries(receiver, 3);
  // The changed secret applies to later deliveries.
  assertSigned(receiver.received[2] as ReceivedRequest, secret);
  assert.equal(closedCount, 0, 'it waited until the other one was given up');
  await remove(id);
});

test('an endpoint that hangs does not delay another one on the same host', async () => {
  let isQuick = true;
  let closedCount = 0;
  // Customers of an integration platform share its host name.
  const receiver = await receive((request, response) => {
    if (request.url === '/quick' || isQuick) return void response.writeHead(200).end();
    response.on('close', () => closedCount++);
  });
  const [slow, quick] = [await createOwner(instance, 'pro'), await createOwner(instance, 'pro')];
  const { id: slowId } = await register(`${receiver.url}slow`, {}, slow);
  const badge = await createBadge(slow, await createIssuer(slow));
  for (let n = 0; n < 8; n++) await issueAward(slow, badge);
  const delivered = async () => (await deliveries(slowId, '?state=delivered', slow)).length;
  await waitForCondition('known as quick', async () => (await delivered()) === 8);
  isQuick = false;
  await sql`update deliveries set state = 'failed', last_error = 'x' where webhook_id = ${slowId}`.execute(
    instance.db,
  );
  const since = { since: '2020-01-01' };
  await slow.insignia.webhooks.redeliverSince({ webhookId: slowId, ...since });
  await waitForDeliveries(receiver, 16);
  const { id } = await register(`${receiver.url}quick`, {}, quick);
  await quick.insignia.webhooks.test({ webhookId: id });
  await waitForDeliveries(receiver, 17);
  assert.equal(closedCount, 0, 'it waited until one of the others was given up');
  await remove(slowId, slow);
});

test('a worker serves at most 32 endpoints of an account at a time, and then the others', async () => {
  const answers: (() => void)[] = [];
  let isHolding = true;
  const receiver = await receive((_request, response) => {
    const answer = () => void response.writeHead(200).end();
    if (isHolding) answers.push(answer);
    else answer();
  });
  const many = await createOwner(instance, 'unlimited');
  const badge = await createBadge(many, await createIssuer(many));
  const endpoints = await Promise.all(
    Array.from({ length: 34 }, (_, n) => register(`${receiver.url}${n}`, {}, many)),
  );
  const ids = endpoints.map(({ id }) => id);
  await issueAward(many, badge);
  const countPlaces = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from webhooks
      where id = any(${ids}::uuid[]) and claimed_until > now() group by claimed_by`.execute(
      instance.db,
    );
    return rows.map(({ count }) => count);
  };
  await waitForCondition('32 endpoints are served', async () =>
    (await countPlaces()).some((count) => count >= 32),
  );
  assert.ok(
    (await countPlaces()).every((count) => count <= 32),
    `${await countPlaces()}`,
  );
  isHolding = false;
  for (const answer of answers) answer();
  await waitForDeliveries(receiver, 34);
  for (const id of ids) await remove(id, many);
});

test('a ping is signed and has no data, and the log can be filtered and paged', async () => {
  const receiver = await receive();
  const { id, secret } = await register(receiver.url, { events: ['credential.viewed'] });
  const { deliveryId } = await owner.insignia.webhooks.test({ webhookId: id });
  await waitForDeliveries(receiver, 1);
  const [received] = receiver.received as [ReceivedRequest];
  assertSigned(received, secret);
  const { id: eventId, type, data } = JSON.parse(received.body);
  assert.deepEqual([eventId, type, data], [deliveryId, 'ping', {}]);
  await sql`insert into deliveries (id, webhook_id, account_id, type, state, last_error, created_at)
    select uuid7_at(now() - i * interval '1 hour'), ${id}, ${owner.accountId}, 'credential.viewed', 'failed', 'x', now() - i * interval '1 hour'
    from generate_series(1, 120) i`.execute(instance.db);
  const deliveryIds = new Set<string>();
  let key = '';
  do {
    const page = assertOk(
      await owner.read('GET', `/webhooks/${id}/deliveries?state=failed${key}`),
    ).body;
    for (const delivery of page.deliveries) deliveryIds.add(delivery.id);
    key = page.lastEvaluatedKey ? `&lastEvaluatedKey=${page.lastEvaluatedKey}` : '';
  } while (key);
  assert.equal(deliveryIds.size, 120);
  const hour = new Date(Date.now() - 90 * 60_000).toISOString();
  assert.equal((await deliveries(id, `?since=${hour}`)).length, 2);
  assert.equal((await deliveries(id, `?event=ping&until=${new Date().toISOString()}`)).length, 1);
  assertRefused(
    await owner.read('GET', `/webhooks/${id}/deliveries?state=lost`),
    400,
    'invalid_request',
    'state',
  );
  assertRefused(
    await owner.read('GET', `/webhooks/${newId()}/deliveries`),
    404,
    'webhook_not_found',
  );
  await remove(id);
});

test('after rotation both secrets sign for 24 hours', async () => {
  const receiver = await receive();
  const { id, secret: old } = await register(receiver.url);
  const { secret } = await owner.insignia.webhooks.rotateSecret({ webhookId: id });
  assert.notEqual(secret, old);
  await owner.insignia.webhooks.test({ webhookId: id });
  await waitForDeliveries(receiver, 1);
  const { headers, body } = receiver.received[0] as ReceivedRequest;
  const sign = (by: string) => `sha256=${createHmac('sha256', by).update(body).digest('hex')}`;
  assert.equal(headers['x-service-signature'], sign(secret));
  assert.equal(headers['x-service-signature-previous'], sign(old));
  for (const by of [old, secret]) new Standard(by).verify(body, headers as Record<string, string>);
  instance.clock.set(new Date(Date.now() + 25 * 3_600_000));
  await owner.insignia.webhooks.test({ webhookId: id });
  await waitForDeliveries(receiver, 2);
  instance.clock.set(new Date());
  assert.equal(receiver.received[1]?.headers['x-service-signature-previous'], undefined);
  await remove(id);
});

test('erasing a credential deletes its deliveries, and deleting an endpoint ends waiting ones [3.4-4]', async () => {
  const receiver = await receive((_request, response) => void response.writeHead(500).end());
  const home = await createOwner(instance);
  const badge = await createBadge(home, await createIssuer(home));
  const { id } = await register(receiver.url, {}, home);
  const award = await issueAward(home, badge);
  await waitForCondition(
    'one attempt',
    async () => (await deliveries(id, '', home))[0]?.attemptCount > 0,
  );
  await home.insignia.credentials.delete({ awardId: award });
  assert.equal((await deliveries(id, '', home)).length, 0);
  await issueAward(home, badge);
  await remove(id, home);
  await waitForCondition('its log is gone', async () => {
    const { rows } = await sql`select 1 from deliveries where webhook_id = ${id}`.execute(
      instance.db,
    );
    return rows.length === 0;
  });
});

test('the example receiver of the documentation accepts only signed deliveries', async () => {
  const receiver = await receive();
  const { id, secret } = await register(receiver.url);
  await owner.insignia.webhooks.test({ webhookId: id });
  await waitForDeliveries(receiver, 1);
  await remove(id);
  const { headers, body } = receiver.received[0] as ReceivedRequest;
  const port = await findFreePort();
  const example = fileURLToPath(new URL('../../../docs/examples/receiver.mjs', import.meta.url));
  const child = spawn(process.execPath, [example], {
    env: { PATH: process.env.PATH ?? '', SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const post = async (text: string) =>
    (
      await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'x-service-signature': String(headers['x-service-signature']) },
        body: text,
      })
    ).status;
  assert.deepEqual([await post(body), await post(`${body} `), await post(body)], [204, 401, 204]);
  child.kill();
});

test('metrics count attempts by outcome and show the oldest due delivery; /readyz names a stuck queue', async () => {
  const metricsPort = await findFreePort();
  const watched = await startInstance({
    METRICS_PORT: String(metricsPort),
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    TOPOLOGY: 'one',
  });
  const home = await createOwner(watched);
  const receiver = await receive();
  const { id } = await register(receiver.url, {}, home);
  await home.insignia.webhooks.test({ webhookId: id });
  await waitForDeliveries(receiver, 1);
  const metric = async (name: string) => {
    // Beyond the cache time of database metrics.
    watched.clock.set(new Date(watched.clock.now().getTime() + 6_000));
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  };
  const attempts = 'insignia_webhook_attempts_total{outcome="delivered"}';
  await waitForCondition('counted', async () => (await metric(attempts)) === 1);
  const oldestDue = () => metric('insignia_webhook_oldest_due_seconds');
  await waitForCondition('written down', async () => (await oldestDue()) === 0);
  const ready = async () => assertOk(await createTestClient(watched.url)('GET', '/readyz')).body;
  assert.deepEqual(await ready(), { status: 'ready' });
  // Claimed by another, inactive worker.
  await sql`update webhooks set claimed_by = ${newId()}, claimed_until = now() + interval '1 hour'`.execute(
    watched.db,
  );
  await sql`with made as (
      insert into deliveries (id, webhook_id, account_id, type, created_at)
      values (${newId()}, ${id}, ${home.accountId}, 'ping', now() - interval '5 minutes') returning webhook_id, id, type, created_at)
    insert into waiting_deliveries (webhook_id, id, type, created_at) select * from made`.execute(
    watched.db,
  );
  assert.ok((await metric('insignia_webhook_oldest_due_seconds')) >= 300);
  assert.match((await ready()).warnings[0], /oldest delivery is 3\d\d s overdue/);
  await watched.stop();
});

test('a rolled-back event is never delivered, and a committed one is delivered by any worker', async () => {
  const api = await startInstance({ ROLE: 'api' });
  const receiver = await receive();
  const [accountId, id] = [newId(), newId()];
  const sealer = createSealer(
    new Secrets(['a secret of the tests, long enough']),
    'webhook secrets',
  );
  const secret = await api.db.write((trx) => sealer.seal(trx, 'whsec_AAAA'));
  await sql`insert into webhooks (id, account_id, url, events, secret, created_at)
    values (${id}, ${accountId}, ${receiver.url}, '{*}', ${secret}, now())`.execute(api.db);
  const event = sql`insert into events (id, account_id, credential_id, type, data, created_at)
    values (${newId()}, ${accountId}, ${newId()}, 'credential.revoked', '{"reason":"x"}', now())`;
  await assert.rejects(
    api.db.write(async (trx) => {
      await event.execute(trx);
      throw new Error('before the commit');
    }),
  );
  const waiting = async () =>
    (await sql`select 1 from deliveries where webhook_id = ${id}`.execute(api.db)).rows.length;
  assert.equal(await waiting(), 0);
  await event.execute(api.db);
  assert.deepEqual([await waiting(), receiver.received.length], [1, 0]);
  const worker = await startInstance({
    ROLE: 'worker',
    DATABASE_URL: api.databaseUrl,
    BASE_URL: api.url,
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  });
  await waitForDeliveries(receiver, 1);
  assert.equal(JSON.parse(receiver.received[0]?.body ?? '').data.reason, 'x');
  await worker.stop();
  await api.stop();
});
