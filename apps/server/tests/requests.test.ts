import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from './support/client.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  readAddressCode,
  signInByCode,
} from './support/people.ts';
import { readZip } from './support/read-zip.ts';
import { startReceiver } from './support/receiver.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8' });
const { url, db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

let serial = 0;
const newAddress = () => `asker-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;

const correction = {
  kind: 'correction',
  message: 'My surname is misspelled.\nPlease correct it.',
  name: 'Ada Lovelace',
};
const erasure = { kind: 'erasure', message: 'Please delete it.' };

/** A recipient with a credential, signed in. */
async function createRecipient(more: object = {}) {
  const email = newAddress();
  const recipient = { name: 'Ada Lovelaze', email };
  const awardId = await issueAward(owner, badgeId, { recipient, ...more });
  const { session, cookie } = await signInByCode(instance, email);
  const ask = (body: object, id = awardId): Promise<ApiResponse> =>
    session('POST', `/my/credentials/${id}/requests`, { parameters: body });
  return { email, awardId, session, cookie, ask };
}

/** Messages of the requests in a user's export. */
async function readExportedMessages(cookie: string): Promise<string[]> {
  const answer = await fetch(`${url}/my/export`, { headers: { cookie } });
  const { requests } = JSON.parse((await readZip(answer))['my-data.json'] ?? '');
  return requests.map(({ message }: { message: string }) => message);
}

const find = async (requestId: string) =>
  (await Array.fromAsync(owner.insignia.requests.all())).find(
    (each) => each.requestId === requestId,
  );

test('a correction request is listed, accepted with its wishes, and answered by email', async () => {
  const { email, awardId, session, ask } = await createRecipient();
  const { requestId } = assertOk(await ask(correction), 201).body;
  const mine = (await session('GET', '/my/credentials')).body.items[0];
  assert.deepEqual(mine.openRequests, ['correction']);
  const request = await find(requestId);
  const { recipientId } = await owner.insignia.credentials.get({ awardId });
  assert.deepEqual(
    { ...request, createdAt: '' },
    {
      ...{ requestId, kind: 'correction', state: 'open', message: correction.message },
      ...{ name: 'Ada Lovelace', email: null, reason: null, createdAt: '', closedAt: null },
      award: {
        id: `${url}/certify-badge/award/${awardId}`,
        badge: { name: 'Poet of Science' },
        recipient: { name: 'Ada Lovelaze', email },
        recipientId,
      },
      requester: { recipientId, email },
    },
  );
  const accepted = await owner.insignia.requests.accept({ requestId });
  assert.deepEqual(accepted, {
    ...{ requestId, kind: 'correction', awardId: `${url}/certify-badge/award/${awardId}` },
    ...{ name: 'Ada Lovelace', email: null },
  });
  const { mail } = await mailbox.waitFor(email, /^Your request about “Poet of Science”/);
  assert.match(mail.text ?? '', /has accepted your request to correct/);
  assert.equal(mail.replyTo?.[0]?.address, owner.email);
  assert.equal((await find(requestId))?.state, 'accepted');
  assert.deepEqual((await session('GET', '/my/credentials')).body.items[0].openRequests, []);
  // The response may be lost.
  assert.deepEqual(await owner.insignia.requests.accept({ requestId }), accepted);
  assertRefused(
    await owner.api('POST', `/requests/${requestId}/decline`, { parameters: { reason: 'No' } }),
    409,
    'request_closed',
  );
  const { rows: mails } =
    await sql`select 1 from mails where recipient = ${email} and kind = 'request'`.execute(db);
  assert.equal(mails.length, 1);
  const types = (await owner.insignia.credentials.events({ awardId })).items.map(
    ({ type }) => type,
  );
  assert.deepEqual(types.slice(-2), ['requested', 'request_closed']);
  // The log names no recipient, and the team's member only for the decision.
  const log = await Array.fromAsync(owner.insignia.auditLog.all());
  const about = log.filter(({ target }) => target === awardId);
  const creation = about.find(({ action }) => action === 'createRequest');
  const closed = about.find(({ action }) => action === 'acceptRequest');
  assert.deepEqual([creation?.actor, creation?.fields], [null, ['kind']]);
  assert.equal(closed?.actor?.personId, owner.personId);
});

test('a declined request gives its reason by email, and a new one can follow', async () => {
  const { email, ask } = await createRecipient();
  const { requestId } = assertOk(await ask(correction), 201).body;
  const reason = 'This is the name in your passport.';
  assert.deepEqual(await owner.insignia.requests.decline({ requestId, reason }), {
    requestId,
    state: 'declined',
  });
  const { mail } = await mailbox.waitFor(email, /^Your request about/);
  assert.match(mail.text ?? '', /has declined your request to correct/);
  assert.match(mail.text ?? '', /This is the name in your passport\./);
  const request = await find(requestId);
  assert.deepEqual([request?.state, request?.reason], ['declined', reason]);
  assertOk(await ask(correction), 201);
});

test('an accepted erasure erases the credential, and only the answer to it remains, without an address', async () => {
  const { email, awardId, session, ask } = await createRecipient();
  const { requestId } = assertOk(await ask(erasure), 201).body;
  assertOk(await browser('GET', `/credentials/${awardId}`));
  const accepted = await owner.insignia.requests.accept({ requestId });
  assert.equal(accepted.kind, 'erasure');
  assert.equal((await browser('GET', `/credentials/${awardId}`)).status, 410);
  assert.deepEqual((await session('GET', '/my/credentials')).body.items, []);
  const { mail } = await mailbox.waitFor(email, /^Your request about/);
  assert.match(mail.text ?? '', /has accepted your request and erased your credential/);
  assert.equal(await find(requestId), undefined);
  assertRefused(await owner.api('POST', `/requests/${requestId}/accept`), 404, 'request_not_found');
  await waitForCondition('forgotten', async () => {
    const { rows } =
      await sql`select 1 from mails where recipient = ${email} and kind <> 'account'`.execute(db);
    return rows.length === 0;
  });
  const { rows } = await sql<{ recipient: string; account: string | null }>`
    select recipient, account_id as account from mails where kind = 'erased'`.execute(db);
  assert.deepEqual(rows, [{ recipient: '', account: null }]);
  assertRefused(await ask(erasure), 410, 'credential_gone');
  const log = await Array.fromAsync(owner.insignia.auditLog.all());
  const actions = log.filter(({ target }) => target === awardId).map(({ action }) => action);
  assert.deepEqual(actions.slice(0, 2), ['acceptRequest', 'deleteAward']);
});

test('50 identical requests at once store one and send one event', async () => {
  const { awardId, ask } = await createRecipient();
  const answers = await runConcurrently(50, () => ask(correction));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers)
    if (answer.status !== 201) assertRefused(answer, 409, 'request_open');
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where credential_id = ${awardId} and type = 'request.created'`.execute(
    db,
  );
  assert.equal(rows[0]?.n, 1);
  // Another kind is another request.
  assertOk(await ask(erasure), 201);
});

test('of simultaneous decisions, one is made and mailed', async () => {
  const { email, ask } = await createRecipient();
  const { requestId } = assertOk(await ask(correction), 201).body;
  const answers = await runConcurrently(10, (n) =>
    n % 2 === 0
      ? owner.api('POST', `/requests/${requestId}/accept`)
      : owner.api('POST', `/requests/${requestId}/decline`, { parameters: { reason: 'No' } }),
  );
  const { state } = (await find(requestId)) ?? assert.fail();
  for (const [n, answer] of answers.entries())
    if (n % 2 === 0 && state === 'accepted') assertOk(answer);
    else if (answer.status !== 200) assertRefused(answer, 409, 'request_closed');
  const accepted = answers.filter(({ status }, n) => status === 200 && n % 2 === 0).length;
  const declined = answers.filter(({ status }, n) => status === 200 && n % 2 === 1).length;
  assert.deepEqual([accepted, declined], state === 'accepted' ? [5, 0] : [0, 1]);
  await mailbox.waitFor(email, /^Your request about/);
  const { rows } =
    await sql`select 1 from mails where recipient = ${email} and kind = 'request'`.execute(db);
  assert.equal(rows.length, 1);
});

test('a foreign, revoked or unknown credential and bad input are refused', async () => {
  const victim = await createRecipient();
  const { awardId, ask } = await createRecipient();
  assertRefused(await ask(correction, victim.awardId), 404, 'credential_not_found');
  assertRefused(await ask(correction, crypto.randomUUID()), 404, 'credential_not_found');
  assertRefused(await ask(correction, 'x'), 404, 'credential_not_found');
  assertRefused(await ask({ ...correction, kind: 'praise' }), 400, 'invalid_request', 'kind');
  assertRefused(await ask({ kind: 'erasure' }), 400, 'invalid_request', 'message');
  for (const message of ['', 'x'.repeat(2_001), 'nul \u0000'])
    assertRefused(await ask({ ...correction, message }), 400, 'invalid_request', 'message');
  assertRefused(await ask({ ...correction, email: 'nobody' }), 400, 'invalid_request', 'email');
  assertRefused(
    await ask({ ...correction, name: 'x'.repeat(201) }),
    400,
    'invalid_request',
    'name',
  );
  assertRefused(
    await owner.api('POST', `/my/credentials/${awardId}/requests`, { parameters: correction }),
    403,
    'person_required',
  );
  await owner.insignia.credentials.revoke({ awardId, reason: 'Mistake' });
  assertRefused(await ask(correction), 409, 'credential_revoked');
  const { requestId } = assertOk(await ask(erasure), 201).body;
  await owner.insignia.requests.accept({ requestId });
  assert.equal((await browser('GET', `/credentials/${awardId}`)).status, 410);
});

test('a correction of a credential that was revoked since cannot be accepted, only declined', async () => {
  const { awardId, ask } = await createRecipient();
  const { requestId } = assertOk(await ask(correction), 201).body;
  await owner.insignia.credentials.revoke({ awardId, reason: 'Mistake' });
  const accepted = await owner.api('POST', `/requests/${requestId}/accept`);
  assertRefused(accepted, 409, 'credential_revoked');
  assert.equal((await find(requestId))?.state, 'open');
  const parameters = { reason: 'It was revoked.' };
  assertOk(await owner.api('POST', `/requests/${requestId}/decline`, { parameters }));
  assertRefused(
    await owner.api('POST', `/requests/${requestId}/decline`, { parameters: {} }),
    400,
    'invalid_request',
    'reason',
  );
});

test('a request disappears with a credential that is erased in another way', async () => {
  const { awardId, ask } = await createRecipient();
  const { requestId } = assertOk(await ask(erasure), 201).body;
  const [answers] = await Promise.all([
    Promise.all([
      owner.api('POST', `/requests/${requestId}/accept`),
      owner.api('DELETE', `/awards/${awardId}`),
    ]),
  ]);
  for (const { status } of answers) assert.ok([200, 404].includes(status), `${status}`);
  assert.equal(await find(requestId), undefined);
  assertRefused(
    await owner.api('POST', `/requests/${requestId}/decline`, { parameters: { reason: 'No' } }),
    404,
    'request_not_found',
  );
});

test('an answered request is erased with the address that a correction replaced', async () => {
  const { awardId, ask } = await createRecipient();
  const { requests, recipients, credentials, jobs } = owner.insignia;
  const wish = { ...correction, email: newAddress() };
  const { requestId } = assertOk(await ask(wish), 201).body;
  const { recipientId } = await credentials.get({ awardId });
  const { name, email } = await requests.accept({ requestId });
  await credentials.correct({ awardId, recipient: { name: name ?? '', email: email ?? '' } });
  assert.equal((await find(requestId))?.state, 'accepted');
  const { jobId } = await recipients.erase({ recipientId });
  await waitForCondition('erased', async () => (await jobs.get({ jobId })).status === 'completed');
  assert.equal(await find(requestId), undefined);
  assert.equal((await credentials.get({ awardId })).recipient.email, wish.email);
});

test('a request stays its sender’s when the credential moves to somebody else', async () => {
  const { requests, credentials } = owner.insignia;
  const ada = await createRecipient();
  const grace = await createRecipient();
  assertOk(await ada.ask(correction), 201);
  const { requestId } = assertOk(await ada.ask(erasure), 201).body;
  // As earlier releases stored requests.
  const earlier = await createRecipient();
  assertOk(await earlier.ask(correction), 201);
  await sql`update recipient_requests set requester = null where credential_id = ${earlier.awardId}`.execute(
    db,
  );
  const readOwn = async ({ session, cookie }: typeof ada) => {
    const { items } = assertOk(await session('GET', '/my/credentials')).body;
    const page = assertOk(await browser('GET', '/my', undefined, { cookie }));
    return [
      items.flatMap((each: { openRequests: string[] }) => each.openRequests),
      page.text.includes('You asked for a correction'),
      await readExportedMessages(cookie),
    ];
  };
  assert.deepEqual(await readOwn(earlier), [['correction'], true, [correction.message]]);
  for (const { awardId } of [ada, earlier])
    await credentials.correct({
      ...{ awardId, recipient: { name: 'Grace Hopper', email: grace.email } },
    });
  assert.deepEqual(await readOwn(grace), [[], false, []]);
  assert.deepEqual(await readOwn(ada), [[], false, [correction.message, erasure.message]]);
  assert.deepEqual(await readOwn(earlier), [[], false, []]);

  await requests.decline({ requestId, reason: 'For Ada alone' });
  const { mail } = await mailbox.waitFor(ada.email, /^Your request about/);
  assert.match(mail.text ?? '', /For Ada alone/);
  assert.doesNotMatch(mail.text ?? '', /Grace/);
  const { items } = await requests.list({ state: 'open' });
  const unknown = items.find(({ award }) => award.id.endsWith(earlier.awardId));
  await requests.decline({ requestId: unknown?.requestId ?? '', reason: 'For nobody' });
  const { rows } = await sql<{ recipient: string }>`
    select recipient from mails where kind = 'request' and credential_id = any(${[ada.awardId, earlier.awardId]}::uuid[])`.execute(
    db,
  );
  assert.deepEqual(rows, [{ recipient: ada.email }]);

  // Ada's requests go with her. Those of Grace stay.
  assertOk(await grace.ask({ ...correction, message: 'Grace’s own' }), 201);
  assertOk(await ada.session('DELETE', '/my'));
  const left = await sql<{ message: string }>`
    select message from recipient_requests
    where credential_id = any(${[ada.awardId, grace.awardId]}::uuid[])`.execute(db);
  assert.deepEqual(left.rows, [{ message: 'Grace’s own' }]);
  assert.deepEqual(await readExportedMessages(grace.cookie), ['Grace’s own']);
});

test('a current recipient’s request closes an earlier recipient’s of the same kind', async () => {
  const { requests, credentials } = owner.insignia;
  const earlierEmail = `Former-${newAddress()}`;
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name: 'Former Person', email: earlierEmail },
  });
  const former = await signInByCode(instance, earlierEmail.toLowerCase());
  const { recipientId } = await credentials.get({ awardId });
  const askFormer = (body: object) =>
    former.session('POST', `/my/credentials/${awardId}/requests`, { parameters: body });
  const { requestId } = assertOk(await askFormer(correction), 201).body;
  const other = assertOk(await askFormer(erasure), 201).body;
  const grace = await createRecipient();
  const recipient = { name: 'Grace Hopper', email: grace.email };
  await credentials.correct({ awardId, recipient });
  const requester = { recipientId, email: earlierEmail };
  assert.deepEqual((await find(requestId))?.requester, requester);
  assert.equal((await find(requestId))?.award.recipient.email, grace.email);

  const answers = await runConcurrently(10, () => grace.ask(correction, awardId));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  for (const answer of answers)
    if (answer.status !== 201) assertRefused(answer, 409, 'request_open');
  const reason = 'The credential no longer has this email address.';
  const closed = await find(requestId);
  assert.deepEqual(
    [closed?.state, closed?.reason, closed?.requester],
    [...['declined', reason], requester],
  );
  // It needs an answer by a person: erasing the earlier address is possible.
  assert.equal((await find(other.requestId))?.state, 'open');
  const { mail } = await mailbox.waitFor(earlierEmail.toLowerCase(), /^Your request about/);
  assert.match(mail.text ?? '', /was closed, because the credential no longer has your email/);
  // No link either: the page names its recipient.
  assert.doesNotMatch(mail.text ?? '', /Grace|has declined|\/credentials\//);
  const { rows } = await sql<{ type: string; n: number }>`
    select type, count(*)::int as n from events where credential_id = ${awardId} and type = 'request.closed' group by 1
    union all select kind, count(*)::int from mails where credential_id = ${awardId} and kind = 'request' group by 1`.execute(
    db,
  );
  assert.deepEqual(rows, [
    { type: 'request.closed', n: 1 },
    { type: 'request', n: 1 },
  ]);
  assert.deepEqual((await readExportedMessages(former.cookie)).length, 2);
  const { items } = await requests.list({ state: 'open' });
  const open = items.filter(({ award }) => award.id.endsWith(awardId));
  assert.deepEqual(
    open.map((each) => [each.kind, each.requester?.email]),
    [
      ['correction', grace.email],
      ['erasure', earlierEmail],
    ],
  );
});

test('viewers read requests, and only editors answer them', async () => {
  const { ask } = await createRecipient();
  const { requestId } = assertOk(await ask(correction), 201).body;
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const as = { authorization: `Bearer ${viewer.jwt}`, 'x-account-id': owner.accountId };
  const client = createTestClient(url, as);
  const { items, open } = assertOk(await client('GET', '/requests?state=open')).body;
  assert.equal(items[0].requestId, requestId);
  assert.ok(open >= 1);
  assertRefused(await client('POST', `/requests/${requestId}/accept`), 403, 'role_too_small');
  assertRefused(
    await client('POST', `/requests/${requestId}/decline`, { parameters: { reason: 'No' } }),
    403,
    'role_too_small',
  );
  assertRefused(await client('GET', '/requests?state=new'), 400, 'invalid_request');
  assertRefused(await client('GET', '/requests?lastEvaluatedKey=x'), 400, 'invalid_page_token');
});

test('only endpoints that name request.created and request.closed receive them', async () => {
  const receiver = await startReceiver();
  const all = await startReceiver();
  try {
    const events = ['request.created', 'request.closed'] as const;
    const webhook = await owner.insignia.webhooks.create({
      url: receiver.url,
      events: [...events],
    });
    const every = await owner.insignia.webhooks.create({ url: all.url, events: ['*'] });
    const { email, awardId, ask } = await createRecipient();
    const { requestId } = assertOk(await ask(erasure), 201).body;
    // Before the erasure, which deletes deliveries of the credential.
    await waitForCondition('the first is received', () => receiver.received.length === 1);
    await owner.insignia.requests.accept({ requestId });
    await waitForCondition('both are received', () => receiver.received.length === 2);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body));
    const [closed, created] = bodies.toSorted((a, b) => a.type.localeCompare(b.type));
    const about = { awardId: `${url}/certify-badge/award/${awardId}`, requestId, kind: 'erasure' };
    assert.deepEqual(created.data, {
      ...about,
      recipient: { name: 'Ada Lovelaze', email },
      badgeName: 'Poet of Science',
    });
    assert.deepEqual(closed.data, { ...about, outcome: 'accepted' });
    const types = all.received.map(({ body }) => JSON.parse(body).type);
    assert.ok(
      types.every((type) => !type.startsWith('request.')),
      types.join(),
    );
    for (const { id: webhookId } of [webhook, every])
      await owner.insignia.webhooks.delete({ webhookId });
  } finally {
    await receiver.close();
    await all.close();
  }
});

test('the page reports a mistake by form, keeps what was typed, and asks strangers to sign in', async () => {
  const { awardId, cookie } = await createRecipient();
  const victim = await createRecipient();
  const address = (id: string) => `/my/report?credential=${id}`;
  const page = assertOk(await browser('GET', address(awardId), undefined, { cookie }));
  assert.match(page.text, /<h1>Report a mistake<\/h1>/);
  assert.equal((await browser('GET', address(victim.awardId), undefined, { cookie })).status, 404);
  assert.equal((await browser('GET', address(awardId))).headers.get('location'), '/my/sign-in');
  const send = (fields: Record<string, string>, origin = url) =>
    browser('POST', '/my/report', `${new URLSearchParams({ credential: awardId, ...fields })}`, {
      ...{ cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
    });
  const wish = { kind: 'correction', message: 'Wrong <name>', name: '', email: '' };
  const bad = await send({ ...wish, email: 'nobody' });
  assert.equal(bad.status, 400);
  assert.match(bad.text, /Wrong &lt;name&gt;/);
  assert.match(bad.text, /Enter a valid email address/);
  assert.equal((await send({ ...wish, message: '' })).status, 400);
  assert.equal((await send(wish, 'https://evil.example')).status, 403);
  assert.equal((await send({ ...wish, credential: victim.awardId })).status, 404);
  const response = assertOk(await send(wish));
  assert.match(response.text, /Request sent/);
  const twice = await send(wish);
  assert.equal(twice.status, 409);
  assert.match(twice.text, /You already sent this kind of request/);
  const list = assertOk(await browser('GET', '/my', undefined, { cookie }));
  assert.match(list.text, /You asked for a correction/);
});

test('nobody can report a mistake to an issuer that was closed here', async () => {
  const issuerId = await createIssuer(owner);
  const badge = await createBadge(owner, issuerId);
  const email = newAddress();
  const awardId = await issueAward(owner, badge, { recipient: { name: 'Ada Lovelace', email } });
  const { session, cookie } = await signInByCode(instance, email);
  const report = `/my/report?credential=${awardId}`;
  const open = (path: string) => browser('GET', path, undefined, { cookie });
  assertOk(await open(report));
  assert.ok((await open('/my')).text.includes(report));
  await sql`update issuers set closed_at = now() where id = ${issuerId}`.execute(db);
  assert.equal((await open(report)).status, 404);
  const list = assertOk(await open('/my')).text;
  assert.ok(list.includes(awardId) && !list.includes(report));
  const refused = await session('POST', `/my/credentials/${awardId}/requests`, {
    parameters: erasure,
  });
  assertRefused(refused, 404, 'credential_not_found');
});

test('a request outlives the loss of its sender’s address, and passes to the user who confirmed it last', async () => {
  const sender = await createRecipient();
  const { requestId } = assertOk(await sender.ask(erasure), 201).body;
  const taker = await signInByCode(instance, newAddress());
  const added = await taker.session('POST', '/my/addresses', {
    parameters: { email: sender.email },
  });
  const code = await readAddressCode(instance, sender.email);
  // With a second factor, the sender isn’t merged.
  await sql`update auth."user" set "twoFactorEnabled" = true where email = ${sender.email}`.execute(
    db,
  );
  const confirm = `/my/addresses/${assertOk(added, 201).body.addressId}/confirm`;
  assertOk(await taker.session('POST', confirm, { parameters: { code } }));
  assert.deepEqual(assertOk(await sender.session('GET', '/my/credentials')).body.items, []);
  assert.deepEqual(await readExportedMessages(sender.cookie), []);
  assertRefused(await sender.ask(erasure), 404, 'credential_not_found');
  const [item] = assertOk(await taker.session('GET', '/my/credentials')).body.items;
  assert.deepEqual(item.openRequests, ['erasure']);
  assert.deepEqual(await readExportedMessages(taker.cookie), [erasure.message]);
  assert.equal((await find(requestId))?.state, 'open');
  assertOk(await owner.api('POST', `/requests/${requestId}/accept`));
  await mailbox.waitFor(sender.email, /^Your request about/);
  assert.deepEqual(assertOk(await taker.session('GET', '/my/credentials')).body.items, []);
});

test('a request to erase that was sent before a correction erases nobody else’s credential', async () => {
  const email = 'former-recipient@example.org';
  const awardId = await issueAward(owner, badgeId, { recipient: { name: 'Former', email } });
  const { session } = await signInByCode(instance, email);
  const request = { kind: 'erasure', message: 'This is not mine.' };
  const response = await session('POST', `/my/credentials/${awardId}/requests`, {
    parameters: request,
  });
  const { requestId } = assertOk(response, 201).body;
  const recipient = { name: 'Grace Hopper', email: 'grace-new@example.org' };
  await owner.insignia.credentials.correct({ awardId, recipient });
  const accepted = await owner.api('POST', `/requests/${requestId}/accept`, {});
  assertRefused(accepted, 409, 'request_closed');
  assertOk(await owner.api('GET', `/awards/${awardId}`));
  await owner.insignia.requests.decline({ requestId, reason: 'It has another recipient now.' });
});
