import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { findMailLink } from './support/mailbox.ts';
import { createOwner, type Owner, password } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();

const invite = (owner: Owner, email: string, role = 'editor') =>
  owner.api('POST', '/members', { parameters: { email, role } });
const accept = (who: Owner, inviteId: string) =>
  who.bearer('POST', '/members/accept', { parameters: { inviteId } });
const list = async (owner: Owner) => (await owner.insignia.members.list()).items;
const inAccount = (who: Owner, owner: Owner) =>
  createTestClient(instance.url, {
    authorization: `Bearer ${who.jwt}`,
    'x-account-id': owner.accountId,
  });

async function team(role = 'editor'): Promise<{ owner: Owner; guest: Owner; memberId: string }> {
  const [owner, guest] = [await createOwner(instance, 'starter'), await createOwner(instance)];
  const { inviteId, memberId } = assertOk(await invite(owner, guest.email, role)).body;
  assertOk(await accept(guest, inviteId));
  return { owner, guest, memberId };
}

test('an invitation is emailed, listed as pending, and makes a member of the user who proved the address [3.2-1 3.2-2 4.2-1 4.2-2 4.2-3 5-7]', async () => {
  const [owner, guest] = [await createOwner(instance), await createOwner(instance)];
  const invitation = assertOk(await invite(owner, guest.email.toUpperCase(), 'viewer')).body;
  assert.deepEqual(Object.keys(invitation).sort(), ['inviteId', 'memberId', 'status']);
  assert.equal(invitation.status, 'pending');
  const link = findMailLink(
    await instance.mailbox.waitFor(guest.email.toUpperCase(), /invites you/),
    '/accept-invitation',
  );
  assert.equal(new URL(link).searchParams.get('inviteId'), invitation.inviteId);
  assert.deepEqual(
    (await list(owner)).map(({ email, role, status }) => [email, role, status]),
    [
      [owner.email, 'owner', 'active'],
      [guest.email.toUpperCase(), 'viewer', 'pending'],
    ],
  );
  const accepted = assertOk(await accept(guest, invitation.inviteId)).body;
  assert.deepEqual(accepted, { memberId: invitation.memberId, status: 'active' });
  const { createdAt = '', ...member } = (await list(owner))[1] ?? {};
  assert.deepEqual(member, {
    ...{ memberId: invitation.memberId, personId: guest.personId, name: guest.name },
    ...{ email: guest.email.toUpperCase(), role: 'viewer', status: 'active' },
  });
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 600_000);
  assertOk(await inAccount(guest, owner)('GET', '/issuers'));
});

test('only the invited address can accept an invitation, and only once [7-5 7-6]', async () => {
  const [owner, guest, other] = [
    await createOwner(instance),
    await createOwner(instance),
    await createOwner(instance),
  ];
  const { inviteId } = assertOk(await invite(owner, guest.email)).body;
  const mismatch = await accept(other, inviteId);
  assertRefused(mismatch, 400, 'email_does_not_match');
  assert.equal(mismatch.body.error, 'email does not match invitation');
  const answers = await runConcurrently(50, () => accept(guest, inviteId));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers)
    if (answer.status !== 200) assertRefused(answer, 404, 'invitation_not_found');
  for (const unknown of [owner.accountId, 'nonsense'])
    assertRefused(await accept(guest, unknown), 404, 'invitation_not_found');
});

test('an invitation to any address that its user confirmed is theirs', async () => {
  const [owner, guest] = [await createOwner(instance), await createOwner(instance)];
  const email = `work-${guest.email}`;
  const added = await guest.session('POST', '/my/addresses', { parameters: { email } });
  const { addressId } = assertOk(added, 201).body;
  const { inviteId } = assertOk(await invite(owner, email)).body;
  const open = async () => {
    const headers = { cookie: guest.cookie };
    const path = `/accept-invitation?inviteId=${inviteId}`;
    return (await fetch(instance.url + path, { headers })).text();
  };
  assert.match(await open(), /This invitation is for another email address/);
  assertRefused(await accept(guest, inviteId), 400, 'email_does_not_match');
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(
    instance.db,
  );
  assert.match(await open(), /Accept invitation/);
  assertOk(await accept(guest, inviteId));
});

test('a key accepts an invitation for the user who created it', async () => {
  const [owner, guest] = [await createOwner(instance), await createOwner(instance)];
  const { inviteId } = assertOk(await invite(owner, guest.email)).body;
  assertOk(await guest.read('POST', '/members/accept', { parameters: { inviteId } }));
});

test('roles, addresses and repeated invitations are validated [7-1 7-2 7-4]', async () => {
  const owner = await createOwner(instance, 'starter');
  for (const role of ['owner', 'boss', '', null, 7, undefined]) {
    const answer = await owner.api('POST', '/members', {
      parameters: { email: 'a@b.example', role },
    });
    assertRefused(answer, 400, 'invalid_request', 'role');
    assert.equal(answer.body.error, 'role must be one of admin, editor, viewer');
  }
  for (const email of ['', 'nobody', undefined])
    assertRefused(
      await owner.api('POST', '/members', { parameters: { email, role: 'viewer' } }),
      400,
      'invalid_request',
      'email',
    );
  assertOk(await invite(owner, 'twice@example.org'));
  for (const email of ['Twice@Example.org', owner.email])
    assertRefused(await invite(owner, email), 400, 'already_member');
});

test('the plan limits seats, including invitations and the owner, also in concurrent requests [7-3 8-2]', async () => {
  for (const [plan, seats] of [
    ['free', 2],
    ['starter', 5],
    ['pro', 20],
  ] as const) {
    const owner = await createOwner(instance, plan);
    const answers = await runConcurrently(seats + 5, (n) =>
      invite(owner, `seat-${n}@${plan}.example`),
    );
    const refusals = answers.filter(({ status }) => status !== 200);
    assert.equal(refusals.length, 6);
    for (const answer of refusals) assertRefused(answer, 400, 'seat_limit_reached');
    assert.equal(refusals[0]?.body.error, 'seat limit reached');
  }
});

test('owners and admins can change any role except the role of the owner [4.2-4 5-6a 7-7 7-8 7-9]', async () => {
  const { owner, guest, memberId } = await team('viewer');
  const change = (who: typeof owner.api, id: string, role: unknown) =>
    who('POST', `/members/${id}/role`, { parameters: { role } });
  assertRefused(await change(inAccount(guest, owner), memberId, 'admin'), 403, 'role_too_small');
  assert.deepEqual(assertOk(await change(owner.api, memberId, 'admin')).body, {
    memberId,
    role: 'admin',
    updated: true,
  });
  const [first] = await list(owner);
  const refusal = await change(inAccount(guest, owner), first?.memberId ?? '', 'viewer');
  assertRefused(refusal, 400, 'owner_role_fixed');
  assert.equal(refusal.body.error, 'the owner role cannot be changed');
  for (const role of ['owner', undefined]) {
    const wrong = await change(owner.api, memberId, role);
    assert.equal(wrong.body.error, 'role must be one of admin, editor, viewer');
  }
  assertRefused(await change(owner.api, owner.accountId, 'viewer'), 404, 'member_not_found');
});

test('removing a member ends access and keys at once, frees the seat and cancels invitations [3.2-3 4.2-5 7-10 7-11]', async () => {
  const { owner, guest, memberId } = await team('admin');
  const as = inAccount(guest, owner);
  const { key } = assertOk(
    await as('POST', '/api-keys', { parameters: { name: 'k', scope: 'write' } }),
  ).body;
  for (const address of instance.addresses)
    assertOk(await createTestClient(address, { 'x-api-key': key })('GET', '/issuers'));
  // Effective with the response in this process, and after the notification in others.
  const there = createTestClient(instance.direct, { 'x-api-key': owner.key });
  assert.equal(typeof assertOk(await there('DELETE', `/members/${memberId}`)).body, 'string');
  const byKeyThere = createTestClient(instance.direct, { 'x-api-key': key });
  assertRefused(await byKeyThere('GET', '/issuers'), 401, 'invalid_credentials');
  await instance.waitForInvalidation();
  for (const address of instance.addresses) {
    const answer = await createTestClient(address, { 'x-api-key': key })('GET', '/issuers');
    assertRefused(answer, 401, 'invalid_credentials');
  }
  assertRefused(await as('GET', '/issuers'), 404, 'account_not_found');
  assertRefused(await owner.api('DELETE', `/members/${memberId}`), 404, 'member_not_found');
  const [first] = await list(owner);
  const refusal = await owner.api('DELETE', `/members/${first?.memberId ?? ''}`);
  assertRefused(refusal, 400, 'owner_not_removable');
  assert.equal(refusal.body.error, 'the owner cannot be removed');
  const pending = assertOk(await invite(owner, guest.email)).body;
  await owner.insignia.members.remove({ memberId: pending.memberId });
  assertRefused(await accept(guest, pending.inviteId), 404, 'invitation_not_found');
  assert.equal((await list(owner)).length, 1);
});

test('the account shows plan, limits, usage and the other accounts of the user', async () => {
  const { owner, guest } = await team('viewer');
  const mine = await owner.insignia.account.get();
  assert.deepEqual(Object.keys(mine), [
    'accountId',
    'name',
    'plan',
    'limits',
    'usage',
    'periodEnd',
    'role',
    'accounts',
  ]);
  assert.deepEqual(
    [mine.plan, mine.role, mine.limits, mine.usage],
    [
      'starter',
      'owner',
      { issuers: 5, seats: 5, credentials: 1_000 },
      { issuers: 0, seats: 2, credentials: 0 },
    ],
  );
  assert.ok(new Date(mine.periodEnd) > new Date());
  const theirs = assertOk(await inAccount(guest, owner)('GET', '/account')).body;
  assert.deepEqual(
    [theirs.accountId, theirs.role, theirs.accounts.length],
    [owner.accountId, 'viewer', 2],
  );
  await sql`update account_usage set credentials = 7, period_start = period_start - interval '2 months' where account_id = ${owner.accountId}`.execute(
    instance.db,
  );
  assert.equal((await owner.insignia.account.get()).usage.credentials, 0);
});

test('the invitation page accepts the invitation after sign-in', async () => {
  const [owner, guest, other] = [
    await createOwner(instance),
    await createOwner(instance),
    await createOwner(instance),
  ];
  const { inviteId } = assertOk(await invite(owner, guest.email)).body;
  const path = `/accept-invitation?inviteId=${inviteId}`;
  const open = (cookie?: string) =>
    fetch(instance.url + path, { headers: cookie ? { cookie } : {} });
  assert.match(await (await open()).text(), /Create an account/);
  const signIn = await (await fetch(`${instance.url}/sign-in?invitation=${inviteId}`)).text();
  assert.ok(signIn.includes(`name="invitation" value="${inviteId}"`));
  const back = await fetch(`${instance.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: instance.url },
    body: new URLSearchParams({ email: guest.email, password, invitation: inviteId }),
  });
  assert.deepEqual([back.status, back.headers.get('location')], [303, path]);
  assert.match(await (await open(guest.cookie)).text(), /Accept invitation/);
  const foreign = await (await open(other.cookie)).text();
  assert.match(foreign, /This invitation is for owner-\w+@example.org/);
  assert.match(foreign, new RegExp(`You’re signed in as ${other.email}`));
  assert.match(foreign, /<button>Sign out<\/button>/);
  assert.doesNotMatch(foreign, /Accept invitation/);
  const post = (cookie: string, origin = instance.url) =>
    fetch(`${instance.url}/accept-invitation`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, origin },
      body: new URLSearchParams({ inviteId }),
    });
  const wrong = await post(other.cookie);
  assert.deepEqual(
    [wrong.status, /This invitation is for another email address/.test(await wrong.text())],
    [400, true],
  );
  const leave = await fetch(`${instance.url}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: other.cookie, origin: instance.url },
    body: new URLSearchParams({ invitation: inviteId }),
  });
  assert.deepEqual(
    [leave.status, leave.headers.get('location')],
    [303, `/sign-in?invitation=${inviteId}`],
  );
  assert.equal(
    (await post(other.cookie)).headers.get('location'),
    `/sign-in?invitation=${inviteId}`,
  );
  assert.match(await (await open(other.cookie)).text(), /Create an account/);
  assert.equal((await post(guest.cookie, 'https://evil.example')).status, 403);
  assert.match(await (await post(guest.cookie)).text(), /Welcome to the team/);
  assert.equal((await open()).status, 404);
  assertOk(await inAccount(guest, owner)('GET', '/issuers'));
});

test('an invitation with one Idempotency-Key is created and emailed once', async () => {
  const owner = await createOwner(instance, 'starter');
  const send = (email: string) =>
    owner.api(
      'POST',
      '/members',
      { parameters: { email, role: 'viewer' } },
      { 'idempotency-key': 'same' },
    );
  const answers = await runConcurrently(30, () => send('once@example.org'));
  assert.equal(new Set(answers.map((answer) => assertOk(answer).text)).size, 1);
  assert.equal(
    answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length,
    29,
  );
  assert.equal((await list(owner)).length, 2);
  assertRefused(await send('other@example.org'), 409, 'idempotency_key_reused');
  const inviteOwner = () =>
    owner.api(
      'POST',
      '/members',
      { parameters: { email: owner.email, role: 'viewer' } },
      { 'idempotency-key': 'failed' },
    );
  for (let time = 0; time < 2; time++) assertRefused(await inviteOwner(), 400, 'already_member');
  await instance.mailbox.waitFor('once@example.org');
  assert.equal(
    instance.mailbox.received.filter(({ to }) => to.includes('once@example.org')).length,
    1,
  );
});
