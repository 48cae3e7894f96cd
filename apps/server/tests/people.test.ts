import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  addMember,
  createOwner,
  password,
  readCookie,
  signUpAndConfirm,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();

const anyone = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  createTestClient(instance.url)(method, path, body, headers);
const signUp = (email: string, word = password, name = 'Some Body') =>
  anyone('POST', '/api/auth/sign-up/email', { name, email, password: word });
const signIn = (email: string, word = password) =>
  anyone('POST', '/api/auth/sign-in/email', { email, password: word });
const confirm = (token: string | null, word = password) =>
  anyone('POST', '/api/auth/confirm', { token, password: word });
const tokenFor = async (email: string, skip = 0, subject = /Confirm/) =>
  new URL(
    findMailLink(await instance.mailbox.waitFor(email, subject, skip), '?token='),
  ).searchParams.get('token');
const people = async (email: string) =>
  (await sql`select 1 from auth."user" where email = ${email}`.execute(instance.db)).rows.length;

test('confirming an email address requires both its link and the password', async () => {
  const email = 'proof@example.org';
  const signedUp = assertOk(await signUp(email));
  assert.deepEqual(signedUp.body, { status: true });
  const token = await tokenFor(email);
  assert.ok((token ?? '').length >= 43);
  assertRefused(await signIn(email, 'wrong password'), 401, 'invalid_credentials');
  assertRefused(await signIn(email), 403, 'email_not_confirmed');
  assertRefused(await confirm(token, 'wrong password'), 400, 'invalid_link_or_password');
  assertRefused(await confirm('x'.repeat(43)), 400, 'invalid_link_or_password');
  assert.equal(await people(email), 0);
  const confirmation = assertOk(await confirm(token));
  assert.equal(confirmation.body.user.email, email);
  assertRefused(await confirm(token), 400, 'invalid_link_or_password');
  assertOk(await signIn(email.toUpperCase()));
});

test('the confirmation also accepts a form', async () => {
  await signUp('form@example.org');
  const token = await tokenFor('form@example.org');
  const body = new URLSearchParams({ token: token ?? '', password });
  const response = await fetch(`${instance.url}/api/auth/confirm`, { method: 'POST', body });
  assert.equal(response.status, 200);
});

test('a new sign-up replaces the unconfirmed one and voids its link', async () => {
  const email = 'twice@example.org';
  await signUp(email, 'first password');
  const first = await tokenFor(email);
  await signUp(email, 'second password');
  const second = await tokenFor(email, 1);
  assertRefused(await confirm(first, 'first password'), 400, 'invalid_link_or_password');
  assertRefused(await confirm(second, 'first password'), 400, 'invalid_link_or_password');
  assertOk(await confirm(second, 'second password'));
});

test('an unconfirmed sign-up expires after 24 hours', async () => {
  const email = 'late@example.org';
  await signUp(email);
  const token = await tokenFor(email);
  instance.clock.set(new Date(Date.now() + 24 * 3_600_000 + 1_000));
  assertRefused(await confirm(token), 400, 'invalid_link_or_password');
  assertRefused(await signIn(email), 401, 'invalid_credentials');
  instance.clock.set(new Date());
});

test('a confirmation that is sent again has a new link, which lasts 24 hours like the first', async () => {
  const email = 'again@example.org';
  const wait23Hours = () =>
    sql`update sign_ups set created_at = created_at - interval '23 hours' where email = ${email}`.execute(
      instance.db,
    );
  await signUp(email);
  const first = await tokenFor(email);
  await wait23Hours();
  const again = await fetch(`${instance.url}/sign-up/resend`, {
    ...{ method: 'POST', body: new URLSearchParams({ email }) },
    headers: { origin: instance.url },
  });
  assert.equal(again.status, 200);
  const second = await tokenFor(email, 1);
  await wait23Hours();
  assertRefused(await confirm(first), 400, 'invalid_link_or_password');
  assertOk(await confirm(second));
});

test('no response reveals whether an address is known, and its owner gets an email about the attempt', async () => {
  const email = 'known@example.org';
  await signUpAndConfirm(instance, 'Known', email);
  const [again, fresh] = [await signUp(email, 'other password'), await signUp('fresh@example.org')];
  assert.deepEqual([again.status, again.body], [fresh.status, fresh.body]);
  const { mail } = await instance.mailbox.waitFor(email, /already/);
  assert.doesNotMatch(mail.text ?? '', /token=/);
  assertRefused(await signIn(email, 'other password'), 401, 'invalid_credentials');
  assertOk(await signIn(email));
  const wrong = await signIn(email, 'nonsense');
  const unknown = await signIn('nobody@example.org');
  assert.deepEqual({ ...wrong.body, requestId: '' }, { ...unknown.body, requestId: '' });
  const [knownReset, unknownReset] = [
    await anyone('POST', '/api/auth/request-password-reset', { email }),
    await anyone('POST', '/api/auth/request-password-reset', { email: 'nobody@example.org' }),
  ];
  assert.deepEqual([knownReset.status, knownReset.body], [unknownReset.status, unknownReset.body]);
});

test('50 concurrent confirmations create one user with one account', async () => {
  const email = 'race@example.org';
  await signUp(email);
  const token = await tokenFor(email);
  const answers = await runConcurrently(50, () => confirm(token));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers)
    if (answer.status !== 200) assertRefused(answer, 400, 'invalid_link_or_password');
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int n from members where email = ${email}`.execute(instance.db);
  assert.equal(rows[0]?.n, 1);
});

test('a reset link changes a forgotten password once and ends all sessions', async () => {
  const email = 'forgot@example.org';
  const { cookie } = await signUpAndConfirm(instance, 'Forgot', email);
  assertOk(
    await anyone('POST', '/api/auth/request-password-reset', { email: 'Forgot@Example.org' }),
  );
  const token = await tokenFor(email, 0, /Reset/);
  assertRefused(
    await anyone('POST', '/api/auth/reset-password', { token, newPassword: 'short' }),
    400,
    'invalid_request',
    'newPassword',
  );
  assertOk(
    await anyone('POST', '/api/auth/reset-password', { token, newPassword: 'a new password' }),
  );
  assertRefused(
    await anyone('POST', '/api/auth/reset-password', { token, newPassword: 'another one' }),
    400,
    'invalid_reset_link',
  );
  assertRefused(
    await anyone('GET', '/api/auth/token', undefined, { cookie }),
    401,
    'invalid_credentials',
  );
  assertRefused(await signIn(email), 401, 'invalid_credentials');
  assertOk(await signIn(email, 'a new password'));
});

const askReset = (email: string, headers?: Record<string, string>) =>
  anyone('POST', '/api/auth/request-password-reset', { email }, headers);
const reset = (token: string | null, more: object = {}) =>
  anyone('POST', '/api/auth/reset-password', { token, newPassword: 'a new password', ...more });
async function resetTokens(email: string, count: number): Promise<(string | null)[]> {
  const tokens = [];
  for (let n = 0; n < count; n++) {
    assertOk(await askReset(email));
    tokens.push(await tokenFor(email, n, /Reset/));
  }
  return tokens;
}

test('a reset voids all other reset links of its user, and only one of many concurrent resets succeeds', async () => {
  const email = 'links@example.org';
  await signUpAndConfirm(instance, 'Links', email);
  await signUpAndConfirm(instance, 'Bystander', 'bystander@example.org');
  const [other = null] = await resetTokens('bystander@example.org', 1);
  const tokens = await resetTokens(email, 6);
  const tries = tokens.flatMap((token) => [reset(token), reset(token)]);
  const answers = await Promise.all(tries);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers)
    if (answer.status !== 200) assertRefused(answer, 400, 'invalid_reset_link');
  for (const token of tokens) assertRefused(await reset(token), 400, 'invalid_reset_link');
  assertOk(await signIn(email, 'a new password'));
  assertOk(await reset(other));
});

test('changing the password voids outstanding reset links', async () => {
  const email = 'changed@example.org';
  const { cookie } = await signUpAndConfirm(instance, 'Changed', email);
  const [token = null] = await resetTokens(email, 1);
  const own = createTestClient(instance.url, { cookie, origin: instance.url });
  const wish = { currentPassword: password, newPassword: 'changed by hand' };
  assertOk(await own('POST', '/api/auth/change-password', wish));
  assertRefused(await reset(token), 400, 'invalid_reset_link');
  assertOk(await signIn(email, 'changed by hand'));
});

test('a reset revokes the user’s API keys in every account only when requested', async () => {
  const [person, home] = [await createOwner(instance), await createOwner(instance)];
  await addMember(instance, home, person, 'admin');
  const there = { 'x-account-id': home.accountId };
  const body = { parameters: { name: 'k', scope: 'read' } };
  const { key } = assertOk(await person.bearer('POST', '/api-keys', body, there)).body;
  const all = [person.key, person.readKey, key];
  const works = async (which: string) =>
    (await createTestClient(instance.direct, { 'x-api-key': which })('GET', '/issuers')).status;
  const tokens = await resetTokens(person.email, 1);
  assertRefused(await reset(tokens[0] ?? null, { revokeKeys: 'yes' }), 400, 'invalid_request');
  assertOk(await reset(tokens[0] ?? null));
  assert.deepEqual(await Promise.all(all.map(works)), [200, 200, 200]);
  assertOk(await askReset(person.email));
  const token = await tokenFor(person.email, 1, /Reset/);
  await sql`update auth."verification" set "expiresAt" = now() where value = ${person.personId}`.execute(
    instance.db,
  );
  assertRefused(await reset(token, { revokeKeys: true }), 400, 'invalid_reset_link');
  assertRefused(await reset('x'.repeat(24), { revokeKeys: true }), 400, 'invalid_reset_link');
  assert.deepEqual(await Promise.all(all.map(works)), [200, 200, 200]);
  assertOk(await askReset(person.email));
  const last = await tokenFor(person.email, 2, /Reset/);
  assertOk(
    await createTestClient(instance.direct)('POST', '/api/auth/reset-password', {
      token: last,
      newPassword: 'a new password',
      revokeKeys: true,
    }),
  );
  assert.deepEqual(await Promise.all(all.map(works)), [401, 401, 401]);
  assert.deepEqual(await Promise.all([home.key, home.readKey].map(works)), [200, 200]);
  const { items } = assertOk(await home.api('GET', '/audit-log')).body;
  assert.ok(items.some(({ action }: { action: string }) => action === 'revokeKey'));
});

test('sessions can be listed and ended one by one or all others, and sign-out ends the current one', async () => {
  const email = 'sessions@example.org';
  const first = (await signUpAndConfirm(instance, 'Sessions', email)).cookie;
  const second = readCookie(assertOk(await signIn(email)).headers);
  const third = readCookie(assertOk(await signIn(email)).headers);
  const as = (cookie: string) => createTestClient(instance.url, { cookie, origin: instance.url });
  const { items } = assertOk(await as(second)('GET', '/api/auth/list-sessions')).body;
  assert.equal(items.length, 3);
  assert.deepEqual(Object.keys(items[0]), [
    'id',
    'createdAt',
    'expiresAt',
    'address',
    'userAgent',
    'openedBy',
    'secondFactor',
    'current',
  ]);
  assert.equal(items.filter(({ current }: { current: boolean }) => current).length, 1);
  const stranger = await createOwner(instance);
  const { id } = items.find(({ current }: { current: boolean }) => current);
  assertRefused(
    await stranger.session('POST', '/api/auth/revoke-session', { sessionId: id }),
    404,
    'session_not_found',
  );
  assertOk(await as(first)('POST', '/api/auth/revoke-session', { sessionId: id }));
  assertRefused(await as(second)('GET', '/api/auth/get-session'), 401, 'invalid_credentials');
  assertOk(await as(first)('POST', '/api/auth/revoke-other-sessions'));
  assertRefused(await as(third)('GET', '/api/auth/get-session'), 401, 'invalid_credentials');
  assert.equal(assertOk(await as(first)('GET', '/api/auth/get-session')).body.user.email, email);
  assertOk(await as(first)('POST', '/api/auth/sign-out'));
  assertRefused(await as(first)('GET', '/api/auth/get-session'), 401, 'invalid_credentials');
});

test('changing the password requires the old one and a fresh sign-in, and ends other sessions', async () => {
  const email = 'change@example.org';
  const { cookie } = await signUpAndConfirm(instance, 'Change', email);
  const other = readCookie(assertOk(await signIn(email)).headers);
  const send = (currentPassword: string) =>
    createTestClient(instance.url, { cookie, origin: instance.url })(
      'POST',
      '/api/auth/change-password',
      {
        currentPassword,
        newPassword: 'quite another',
      },
    );
  assertRefused(await send('wrong'), 400, 'invalid_request', 'currentPassword');
  instance.clock.set(new Date(Date.now() + 6 * 60_000));
  assertRefused(await send(password), 403, 'fresh_sign_in_required');
  instance.clock.set(new Date());
  assertOk(await send(password));
  assertRefused(
    await anyone('GET', '/api/auth/get-session', undefined, { cookie: other }),
    401,
    'invalid_credentials',
  );
  assertOk(await signIn(email, 'quite another'));
});

test('the session cookie is HttpOnly and Lax, and Secure on https', async () => {
  await signUpAndConfirm(instance, 'Cookie', 'cookie@example.org');
  const [cookie = ''] = assertOk(await signIn('cookie@example.org')).headers.getSetCookie();
  assert.match(cookie, /^insignia\.session_token=.*HttpOnly.*SameSite=Lax/i);
  assert.doesNotMatch(cookie, /Secure/);
  const secure = await startInstance({ BASE_URL: 'https://badges.example.org' });
  const address = `http://127.0.0.1:${secure.config.port}`;
  await createTestClient(address)('POST', '/api/auth/sign-up/email', {
    name: 'S',
    email: 's@example.org',
    password,
  });
  const token = new URL(
    findMailLink(await secure.mailbox.waitFor('s@example.org'), '?token='),
  ).searchParams.get('token');
  const { headers } = assertOk(
    await createTestClient(address)('POST', '/api/auth/confirm', { token, password }),
  );
  assert.match(headers.getSetCookie()[0] ?? '', /^__Secure-insignia\.session_token=.*Secure/i);
  assert.match(headers.get('strict-transport-security') ?? '', /max-age=31536000/);
  await secure.stop();
});

test('requests with the origin of another site are refused', async () => {
  const evil = { origin: 'https://evil.example' };
  for (const path of ['sign-in/email', 'sign-up/email', 'confirm', 'sign-out'])
    assertRefused(
      await anyone(
        'POST',
        `/api/auth/${path}`,
        { name: 'x', email: 'x@example.org', password, token: 'x' },
        evil,
      ),
      403,
      'origin_mismatch',
    );
});

test('better-auth serves no routes other than ours', async () => {
  for (const path of [
    'update-user',
    'delete-user',
    'change-email',
    'verify-email',
    'ok',
    'error',
    'send-verification-email',
  ])
    for (const method of ['GET', 'POST'])
      assertRefused(
        await anyone(method, `/api/auth/${path}`, method === 'POST' ? {} : undefined),
        404,
        'not_found',
      );
});

test('closed sign-up returns sign_up_closed, and the start page redirects to sign-in', async () => {
  const closed = await startInstance({ SIGN_UP: 'closed' });
  const answer = await createTestClient(closed.url)('POST', '/api/auth/sign-up/email', {
    name: 'x',
    email: 'x@example.org',
    password,
  });
  assertRefused(answer, 403, 'sign_up_closed');
  const home = await fetch(closed.url, { redirect: 'manual' });
  assert.equal(home.headers.get('location'), '/sign-in', 'nobody is here, and nobody may sign up');
  await closed.stop();
});

test('with SIGN_UP=invited only invited addresses get a link, and responses do not differ', async () => {
  const owner = await createOwner(instance);
  const invited = await startInstance({
    SIGN_UP: 'invited',
    // The other instance's worker sends the emails of both.
    ROLE: 'api',
    DATABASE_URL: instance.databaseUrl,
    BASE_URL: instance.url,
  });
  const at = createTestClient(`http://127.0.0.1:${invited.config.port}`);
  assertOk(
    await owner.api('POST', '/members', {
      parameters: { email: 'Guest@Invited.example', role: 'viewer' },
    }),
  );
  const ask = (email: string) =>
    at('POST', '/api/auth/sign-up/email', { name: 'x', email, password });
  const [known, unknown] = [
    await ask('guest@invited.example'),
    await ask('stranger@invited.example'),
  ];
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  const waiting = await sql<{
    email: string;
  }>`select email from sign_ups where email like '%@invited.example'`.execute(instance.db);
  assert.deepEqual(waiting.rows, [{ email: 'guest@invited.example' }]);
  await instance.mailbox.waitFor('guest@invited.example', /Confirm/);
  await instance.mailbox.waitFor('stranger@invited.example', /by invitation only/);
  await invited.stop();
});

test('sign-in attempts are limited by client and account together, so others cannot lock out the owner', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1/32' });
  const send = createTestClient(limited.url);
  const email = 'throttled@example.org';
  await signUpAndConfirm(limited, 'Throttled', email);
  const from = (address: string, word: string) =>
    send(
      'POST',
      '/api/auth/sign-in/email',
      { email, password: word },
      { 'x-forwarded-for': address },
    );
  for (let n = 0; n < 8; n++)
    assertRefused(await from('203.0.113.5', 'wrong'), 401, 'invalid_credentials');
  const refusal = await from('203.0.113.5', 'wrong');
  assertRefused(refusal, 429, 'too_many_requests');
  assert.ok(Number(refusal.headers.get('retry-after')) > 0);
  assertRefused(await from('198.51.100.1, 203.0.113.5', password), 429, 'too_many_requests');
  assertOk(await from('203.0.113.6', password));
  for (let n = 0; n < 8; n++)
    assertRefused(await from(`2001:db8:1:1::${n}`, 'wrong'), 401, 'invalid_credentials');
  assertRefused(await from('2001:db8:1:1:ffff::1', password), 429, 'too_many_requests');
  assertOk(await from('2001:db8:1:2::1', password));
  await limited.stop();
});

test('repeated requests by others do not prevent a reset or sign-up, and never flood a mailbox', async () => {
  const limited = await startInstance({ RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1/32' });
  const email = 'flood@example.org';
  await signUpAndConfirm(limited, 'Flooded', email);
  const post = (path: string, body: object, address: string) =>
    createTestClient(limited.url)('POST', `/api/auth/${path}`, body, {
      'x-forwarded-for': address,
    });
  const asks = {
    reset: (address: string) => post('request-password-reset', { email }, address),
    signUp: (address: string) =>
      post('sign-up/email', { name: 'x', email: 'new@example.org', password }, address),
  };
  const mailsTo = async (address: string) =>
    (await sql`select 1 from mails where recipient = ${address}`.execute(limited.db)).rows.length;
  for (const [ask, mailbox] of [
    [asks.reset, email],
    [asks.signUp, 'new@example.org'],
  ] as const) {
    const before = await mailsTo(mailbox);
    const countSentMails = async () => (await mailsTo(mailbox)) - before;
    const stranger = await Promise.all(Array.from({ length: 10 }, () => ask('203.0.113.5')));
    assert.equal(stranger.filter(({ status }) => status === 200).length, 6);
    for (const answer of stranger)
      if (answer.status !== 200) assertRefused(answer, 429, 'too_many_requests');
    assert.equal(await countSentMails(), 6);
    const own = assertOk(await ask('203.0.113.6'));
    assert.equal(await countSentMails(), 7);
    const many = await runConcurrently(40, (n) => ask(`198.51.100.${n + 1}`));
    for (const answer of many)
      assert.deepEqual(
        assertOk(answer).body,
        own.body,
        'the response does not reveal that nothing was sent',
      );
    // Including the sign-up's email.
    assert.equal(await mailsTo(mailbox), 30);
  }
  const link = async () =>
    (await sql<{ hash: Buffer }>`select token_hash as hash from sign_ups`.execute(limited.db)).rows;
  const before = await link();
  assertOk(await asks.signUp('192.0.2.1'));
  assert.deepEqual(await link(), before, 'the link that was mailed last still holds');
  await limited.stop();
});

test('without TRUST_PROXY a client cannot choose its address', async () => {
  const direct = await startInstance({ RATE_LIMIT: 'on' });
  const send = createTestClient(direct.url);
  const from = (n: number) =>
    send(
      'POST',
      '/api/auth/sign-in/email',
      { email: 'a@example.org', password },
      { 'x-forwarded-for': `203.0.113.${n}`, 'x-insignia-client-ip': `203.0.113.${n}` },
    );
  for (let n = 0; n < 8; n++) assertRefused(await from(n), 401, 'invalid_credentials');
  assertRefused(await from(9), 429, 'too_many_requests');
  await direct.stop();
});

test('an account is named after the organization given at sign-up, or else after its owner', async () => {
  const names = { 'Harbor School': 'org@example.org', '': 'alone@example.org' };
  for (const [organization, email] of Object.entries(names)) {
    const anyone = createTestClient(instance.url);
    const body = { name: 'Staff Member', organization, email, password };
    assertOk(await anyone('POST', '/api/auth/sign-up/email', body));
    const link = findMailLink(await instance.mailbox.waitFor(email, /Confirm/), '/confirm-email');
    const token = new URL(link).searchParams.get('token');
    const { headers } = assertOk(await anyone('POST', '/api/auth/confirm', { token, password }));
    const session = createTestClient(instance.url, { cookie: readCookie(headers) });
    const { name } = assertOk(await session('GET', '/account')).body;
    assert.equal(name, organization || 'Staff Member');
  }
});
