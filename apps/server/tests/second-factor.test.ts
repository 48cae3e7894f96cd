import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import {
  createOwner,
  type Owner,
  password,
  readCookie,
  readEmailCode,
  signInByCode,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { getCode, setUpApp } from './support/second-factor.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url, db } = instance;
const anyone = createTestClient(url);

const signIn = (email: string) => anyone('POST', '/api/auth/sign-in/email', { email, password });
/** Sends the cookies of a first step. */
const continueWith = ({ headers }: { headers: Headers }) =>
  createTestClient(url, { cookie: readCookie(headers), origin: url });
const startSignIn = async ({ email }: Pick<Owner, 'email'>) =>
  continueWith(assertOk(await signIn(email)));
const verify = (client: SendRequest, code: string) =>
  client('POST', '/api/auth/two-factor/verify-totp', { code });
const recover = (client: SendRequest, code: string) =>
  client('POST', '/api/auth/two-factor/verify-backup-code', { code });
const status = async (client: SendRequest) =>
  assertOk(await client('GET', '/api/auth/two-factor')).body;
const listActions = async ({ bearer }: Owner): Promise<string[]> =>
  assertOk(await bearer('GET', '/audit-log')).body.items.map(
    ({ action }: { action: string }) => action,
  );
/** Forgets which codes were used, as if 30 seconds had passed. */
const forgetSteps = ({ personId }: { personId: string }) =>
  sql`update auth."twoFactor" set "lastStep" = 0 where "userId" = ${personId}`.execute(db);
const countSessions = async ({ personId }: { personId: string }) =>
  (await sql`select 1 from auth."session" where "userId" = ${personId}`.execute(db)).rows.length;

test('setup needs the password and a code; afterwards a password alone opens no session', async () => {
  const owner = await createOwner(instance);
  const { session, email } = owner;
  const enable = (body: object) => session('POST', '/api/auth/two-factor/enable', body);
  assert.deepEqual(await status(session), { enabled: false, recoveryCodes: 0, hasPassword: true });
  assertRefused(await enable({ password: 'wrong password' }), 400, 'invalid_request');
  assertRefused(await enable({}), 400, 'invalid_request');
  assertRefused(
    await owner.bearer('POST', '/api/auth/two-factor/enable', { password }),
    403,
    'fresh_sign_in_required',
  );
  assertRefused(await verify(session, '123456'), 404, 'second_factor_not_found');

  const started = assertOk(await enable({ password })).body;
  assert.equal(started.backupCodes.length, 10);
  assert.match(started.qrCode, /^data:image\/svg\+xml;base64,/);
  assert.match(started.totpURI, new RegExp(`^otpauth://totp/.*secret=${started.secret}`));
  assert.equal((await status(session)).enabled, false);
  assert.ok(assertOk(await signIn(email)).body.user, 'not completed, so sign-in is unchanged');

  // Starting again replaces the secret.
  const again = assertOk(await enable({ password })).body;
  assert.notEqual(again.secret, started.secret);
  assertRefused(await verify(session, getCode(started.secret)), 400, 'invalid_second_factor');
  assertOk(await verify(session, getCode(again.secret)));
  assert.deepEqual(await status(session), { enabled: true, recoveryCodes: 10, hasPassword: true });
  assertRefused(await enable({ password }), 409, 'second_factor_exists');
  assertOk(await owner.api('GET', '/account'));

  const sessions = await countSessions(owner);
  const first = assertOk(await signIn(email));
  assert.deepEqual(first.body, { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  assert.equal(await countSessions(owner), sessions);
  const client = continueWith(first);
  assertRefused(await client('GET', '/api/auth/get-session'), 401, 'invalid_credentials');
  const given = first.headers.getSetCookie().filter((cookie) => /session_token=[^;]/.test(cookie));
  assert.deepEqual(given, [], 'no token of a session, not even of a deleted one');
  assert.deepEqual((await listActions(owner)).slice(0, 1), ['verifyTotp']);

  const { headers, body } = assertOk(await verify(client, getCode(again.secret, 1)));
  assert.equal(body.user.email, email);
  const opened = createTestClient(url, { cookie: readCookie(headers), origin: url });
  assertOk(await opened('GET', '/account'));
  assertRefused(await verify(client, getCode(again.secret, 1)), 400, 'second_factor_expired');
});

test('the API reveals a second factor only after the right password', async () => {
  const owner = await createOwner(instance);
  await setUpApp(owner);
  const wrong = await anyone('POST', '/api/auth/sign-in/email', {
    email: owner.email,
    password: 'wrong password',
  });
  const unknown = await anyone('POST', '/api/auth/sign-in/email', {
    email: 'nobody@example.org',
    password: 'wrong password',
  });
  assert.deepEqual({ ...wrong.body, requestId: '' }, { ...unknown.body, requestId: '' });
  assertRefused(wrong, 401, 'invalid_credentials');
  assertRefused(await verify(anyone, '123456'), 400, 'second_factor_expired');
  assertRefused(await recover(anyone, '7h3k2-m9qxt'), 400, 'second_factor_expired');
});

test('a code is accepted one step early or late, and works once', async () => {
  const owner = await createOwner(instance);
  const { secret } = await setUpApp(owner);
  const { clock } = instance;
  for (const offset of [-1, 1]) {
    await forgetSteps(owner);
    const client = await startSignIn(owner);
    const other = await startSignIn(owner);
    // The middle of a step, so that it doesn't end before the request arrives.
    clock.set(new Date(Math.floor(Date.now() / 30_000) * 30_000 + 15_000));
    const code = getCode(secret, offset, clock.now().getTime());
    assertOk(await verify(client, code));
    clock.set(new Date());
    assertRefused(await verify(other, code), 400, 'invalid_second_factor');
    // The challenge stays open for the next code.
    await forgetSteps(owner);
    assertOk(await verify(other, ` ${getCode(secret).replace(/^.../, '$& ')} `));
  }
  await forgetSteps(owner);
  const client = await startSignIn(owner);
  for (const offset of [-3, 3])
    assertRefused(await verify(client, getCode(secret, offset)), 400, 'invalid_second_factor');
});

test('20 concurrent uses of one code, or of one recovery code, open one session', async () => {
  const owner = await createOwner(instance);
  const { secret, backupCodes } = await setUpApp(owner);
  const before = await countSessions(owner);
  const clients: SendRequest[] = [];
  for (let n = 0; n < 20; n += 1) clients.push(await startSignIn(owner));
  await forgetSteps(owner);
  // The first one is right. The others count as wrong, and lock the second step.
  const statuses = async (use: (client: SendRequest) => ReturnType<SendRequest>) => {
    const responses = await runConcurrently(20, (n) => use(clients[n] as SendRequest));
    return responses.filter(({ status }) => status === 200).length;
  };
  assert.equal(await statuses((client) => verify(client, getCode(secret))), 1);
  await sql`update auth."twoFactor" set "lockedUntil" = null, "failedVerificationCount" = 0
    where "userId" = ${owner.personId}`.execute(db);
  clients.splice(0);
  for (let n = 0; n < 20; n += 1) clients.push(await startSignIn(owner));
  assert.equal(await statuses((client) => recover(client, backupCodes[0] ?? '')), 1);
  assert.equal(await countSessions(owner), before + 2);
  assert.equal((await status(owner.session)).recoveryCodes, 9);
});

test('5 wrong codes lock the second step for 15 minutes, but not the password', async () => {
  const owner = await createOwner(instance);
  const { secret } = await setUpApp(owner);
  // Each from another sign-in, and of both kinds.
  for (let n = 0; n < 5; n += 1) {
    const client = await startSignIn(owner);
    const refused = n % 2 ? await recover(client, 'aaaaa-aaaaa') : await verify(client, '000000');
    assertRefused(refused, 400, 'invalid_second_factor');
  }
  const client = await startSignIn(owner);
  await forgetSteps(owner);
  const locked = await verify(client, getCode(secret));
  assertRefused(locked, 429, 'too_many_requests');
  const seconds = Number(locked.headers.get('retry-after'));
  assert.ok(seconds > 14 * 60 && seconds <= 15 * 60);
  assertRefused(
    await owner.session('POST', '/api/auth/two-factor/disable', { code: getCode(secret) }),
    429,
    'too_many_requests',
  );
  await sql`update auth."twoFactor" set "lockedUntil" = now() - interval '1 second'
    where "userId" = ${owner.personId}`.execute(db);
  assertOk(await verify(client, getCode(secret)));
});

test('while wrong codes lock the second step, only a right recovery code continues', async () => {
  const owner = await createOwner(instance);
  const { backupCodes } = await setUpApp(owner);
  const thief = await startSignIn(owner);
  const client = await startSignIn(owner);
  for (let n = 0; n < 5; n += 1)
    assertRefused(await verify(thief, '000000'), 400, 'invalid_second_factor');
  assertRefused(await recover(thief, 'aaaaa-aaaaa'), 400, 'invalid_second_factor');
  assertRefused(await verify(thief, '000000'), 429, 'too_many_requests');
  assertOk(await recover(client, backupCodes[0] ?? ''));
  const { items } = assertOk(await owner.bearer('GET', '/audit-log')).body;
  const entries = items.map(({ action, actor }: { action: string; actor: object | null }) => [
    action,
    actor !== null,
  ]);
  assert.deepEqual(entries.slice(0, 2), [
    ['verifyRecoveryCode', true],
    ['lockSecondFactor', false],
  ]);
});

test('50 concurrent wrong codes get no more than 5 attempts', async () => {
  const owner = await createOwner(instance);
  const { secret } = await setUpApp(owner);
  const client = await startSignIn(owner);
  const responses = await runConcurrently(50, () => verify(client, '000000'));
  const wrong = responses.filter(({ body }) => body.code === 'invalid_second_factor');
  assert.equal(wrong.length, 5);
  assertRefused(await verify(client, getCode(secret)), 429, 'too_many_requests');
});

test('an emailed code is a first step too, and a recipient without a password needs a recent sign-in', async () => {
  const email = 'second-factor-recipient@example.org';
  const recipient = await signInByCode(instance, email);
  const { session } = recipient;
  assert.deepEqual(await status(session), {
    ...{ enabled: false, recoveryCodes: 0, hasPassword: false },
  });
  await sql`update auth."session" set "createdAt" = now() - interval '6 minutes'
    where "userId" = ${recipient.personId}`.execute(db);
  const enable = () => session('POST', '/api/auth/two-factor/enable', {});
  assertRefused(await enable(), 403, 'fresh_sign_in_required');
  await sql`update auth."session" set "createdAt" = now()
    where "userId" = ${recipient.personId}`.execute(db);
  const { secret, backupCodes } = assertOk(await enable()).body;
  assertOk(await verify(session, getCode(secret)));

  assertOk(await anyone('POST', '/api/auth/sign-in/email-code', { email }));
  const { code } = await readEmailCode(instance, email, 1);
  const first = assertOk(
    await anyone('POST', '/api/auth/sign-in/email-code/confirm', { email, code }),
  );
  assert.deepEqual(first.body, { twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  const client = continueWith(first);
  assertRefused(await client('GET', '/my/credentials'), 401, 'invalid_credentials');
  const { headers } = assertOk(await recover(client, backupCodes[3].toUpperCase()));
  const opened = createTestClient(url, { cookie: readCookie(headers), origin: url });
  assertOk(await opened('GET', '/my/credentials'));
  assert.equal((await status(opened)).recoveryCodes, 9);
});

test('removal and new recovery codes need a code; the removed factor is announced by email', async () => {
  const owner = await createOwner(instance);
  const { session } = owner;
  const { secret, backupCodes } = await setUpApp(owner);
  const remove = (code: string) => session('POST', '/api/auth/two-factor/disable', { code });
  const replace = (code: string) =>
    session('POST', '/api/auth/two-factor/generate-backup-codes', { code });
  assertRefused(await remove('000000'), 400, 'invalid_second_factor');
  assertRefused(await replace('aaaaa-aaaaa'), 400, 'invalid_second_factor');
  const replaced = assertOk(await replace(backupCodes[0] ?? '')).body.backupCodes as string[];
  assert.equal(new Set([...replaced, ...backupCodes]).size, 20);
  assert.equal((await status(session)).recoveryCodes, 10);
  assertRefused(await remove(backupCodes[1] ?? ''), 400, 'invalid_second_factor');
  await forgetSteps(owner);
  assertOk(await remove(getCode(secret)));
  assertRefused(await remove(getCode(secret)), 404, 'second_factor_not_found');
  assertRefused(await replace(getCode(secret)), 404, 'second_factor_not_found');
  assert.ok(assertOk(await signIn(owner.email)).body.user);
  await instance.mailbox.waitFor(owner.email, /authenticator app was removed/);
  assert.deepEqual((await listActions(owner)).slice(0, 3), [
    ...['disableTotp', 'replaceRecoveryCodes', 'verifyTotp'],
  ]);
});

test('the operator removes a lost factor by command, with an audit entry', async () => {
  const owner = await createOwner(instance);
  await setUpApp(owner);
  const waiting = await startSignIn(owner);
  const home = (await createTemporaryDirectory()).path;
  const run = (...args: string[]) =>
    runCommand(home, ['people', 'remove-factor', ...args], { env: getInstanceSettings(instance) });
  assert.equal((await run(owner.email)).code, 2, 'asks first');
  const done = assertSucceeded(await run(owner.email.toUpperCase(), '--yes', '--json'));
  assert.deepEqual(JSON.parse(done), { email: owner.email, removed: true });
  assert.equal((await run(owner.email, '--yes')).code, 4);
  assertRefused(await verify(waiting, '123456'), 400, 'second_factor_expired');
  assert.ok(assertOk(await signIn(owner.email)).body.user);
  const [entry] = assertOk(await owner.bearer('GET', '/audit-log')).body.items;
  assert.deepEqual(
    [entry.action, entry.byOperator, entry.about.kind],
    ['removeSecondFactor', true, 'member'],
  );
  await instance.mailbox.waitFor(owner.email, /authenticator app was removed/);
});

test('a user who was disabled during the second step is refused', async () => {
  const owner = await createOwner(instance);
  const { secret } = await setUpApp(owner);
  const client = await startSignIn(owner);
  await forgetSteps(owner);
  await sql`update auth."user" set "disabledAt" = now() where id = ${owner.personId}`.execute(db);
  assertRefused(await verify(client, getCode(secret)), 400, 'second_factor_expired');
});

test('a password reset keeps the second factor and ends waiting second steps', async () => {
  const owner = await createOwner(instance);
  const { secret } = await setUpApp(owner);
  const waiting = await startSignIn(owner);
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: owner.email }));
  const { mail } = await instance.mailbox.waitFor(owner.email, /Reset your password/);
  const token = /token=([\w-]+)/.exec(mail.text ?? '')?.[1];
  assertOk(await anyone('POST', '/api/auth/reset-password', { token, newPassword: password }));
  await forgetSteps(owner);
  assertRefused(await verify(waiting, getCode(secret)), 400, 'second_factor_expired');
  assert.equal(assertOk(await signIn(owner.email)).body.twoFactorRedirect, true);
});

test('ending all other sessions ends waiting second steps too', async () => {
  const owner = await createOwner(instance);
  const { backupCodes } = await setUpApp(owner);
  const end = [
    ['/api/auth/revoke-other-sessions', {}],
    ['/api/auth/change-password', { currentPassword: password, newPassword: password }],
  ] as const;
  for (const [n, [path, body]] of end.entries()) {
    // Started with a password that someone else knows.
    const waiting = await startSignIn(owner);
    assertOk(await owner.session('POST', path, body));
    assertRefused(await recover(waiting, backupCodes[n] ?? ''), 400, 'second_factor_expired');
    assertOk(await owner.session('GET', '/account'));
  }
});

test('a completed setup is announced by email, and so are five wrong codes, in the browser’s language', async () => {
  const owner = await createOwner(instance);
  await setUpApp(owner);
  await instance.mailbox.waitFor(owner.email, /authenticator app was added/);
  const cookie = readCookie(assertOk(await signIn(owner.email)).headers);
  const client = createTestClient(url, { cookie, origin: url, 'accept-language': 'de' });
  for (let n = 0; n < 5; n += 1)
    assertRefused(await verify(client, '000000'), 400, 'invalid_second_factor');
  await instance.mailbox.waitFor(owner.email, /Jemand hat falsche Codes eingegeben/);
});

test('the operator repairs a factor that was set up again while it was completed', async () => {
  const owner = await createOwner(instance);
  await setUpApp(owner);
  const home = (await createTemporaryDirectory()).path;
  const { email, personId } = owner;
  const remove = () =>
    runCommand(home, ['people', 'remove-factor', email, '--yes'], {
      env: getInstanceSettings(instance),
    });
  // better-auth read the row before the setup was completed, and wrote it afterwards.
  await sql`update auth."twoFactor" set verified = false where "userId" = ${personId}`.execute(db);
  assert.equal(assertOk(await signIn(email)).body.twoFactorRedirect, true);
  assertSucceeded(await remove());
  assert.ok(assertOk(await signIn(email)).body.user);
  assert.equal((await remove()).code, 4);
});

test('secrets and recovery codes are encrypted in the database', async () => {
  const owner = await createOwner(instance);
  const { backupCodes } = await setUpApp(owner);
  const { rows } = await sql<{ secret: string; backupCodes: string }>`
    select secret, "backupCodes" from auth."twoFactor" where "userId" = ${owner.personId}`.execute(
    db,
  );
  const [row] = rows;
  assert.match(row?.secret ?? '', /^\$ba\$\d+\$[0-9a-f]+$/);
  assert.match(row?.backupCodes ?? '', /^\$ba\$\d+\$[0-9a-f]+$/);
  assert.ok(!row?.backupCodes.includes(backupCodes[0] ?? '-'));
});

const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
const openPage = (path: string, cookie: string, fields?: Record<string, string>) =>
  fetch(url + path, {
    redirect: 'manual',
    headers: { cookie, accept: 'text/html', ...(fields && form) },
    ...(fields && { method: 'POST', body: `${new URLSearchParams(fields)}` }),
  });

test('the sign-in page asks for a code, and then leads where the sign-in should', async () => {
  const owner = await createOwner(instance);
  const { secret, backupCodes } = await setUpApp(owner);
  const start = async (fields: Record<string, string>) => {
    const first = await openPage('/sign-in', '', { email: owner.email, password, ...fields });
    assert.equal(first.status, 303);
    return { cookie: readCookie(first.headers), location: first.headers.get('location') ?? '' };
  };
  const next = `/app/${owner.accountId}/badges`;
  const { cookie, location } = await start({ next });
  assert.equal(location, `/sign-in/code?next=${encodeURIComponent(next)}`);
  const page = await openPage(location, cookie);
  assert.match(await page.text(), /<h1>Enter your code<\/h1>/);
  const wrong = await openPage('/sign-in/code', cookie, { code: '000000', next });
  assert.equal(wrong.status, 400);
  assert.match(await wrong.text(), /The code is wrong or was used/);
  const forged = await fetch(`${url}/sign-in/code`, {
    method: 'POST',
    headers: { ...form, cookie, origin: 'https://evil.example' },
    body: 'code=000000',
  });
  assert.equal(forged.status, 403);
  const right = await openPage('/sign-in/code', cookie, { code: getCode(secret, 1), next });
  assert.deepEqual([right.status, right.headers.get('location')], [303, next]);
  const opened = createTestClient(url, { cookie: readCookie(right.headers), origin: url });
  assertOk(await opened('GET', '/account'));
  // Used, and without a first step.
  for (const stale of [cookie, '']) {
    const expired = await openPage('/sign-in/code', stale);
    assert.match(await expired.text(), /Enter the code within 10 minutes of the first step/);
  }
  const elsewhere = await start({ next: 'https://evil.example/app/' });
  const recovered = await openPage('/sign-in/code', elsewhere.cookie, {
    ...{ code: backupCodes[0] ?? '', next: 'https://evil.example/app/' },
  });
  assert.equal(recovered.headers.get('location'), '/app/');
});

test('recipients set up and remove the app in their settings, in their language, without script', async () => {
  const email = 'second-factor-settings@example.org';
  const { cookie } = await signInByCode(instance, email);
  const act = async (fields: Record<string, string>, expected = 200) => {
    const page = await openPage('/my/settings', cookie, fields);
    const html = await page.text();
    assert.equal(page.status, expected, html);
    return html;
  };
  assert.match(await (await openPage('/my/settings', cookie)).text(), /<h2>Security<\/h2>/);
  const german = await fetch(`${url}/my/settings`, {
    headers: { cookie, accept: 'text/html', 'accept-language': 'de' },
  });
  assert.match(await german.text(), /<h2>Sicherheit<\/h2>/);
  const setup = await act({ act: 'startSetup' });
  const read = (name: string, html: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const [uri, codes] = [read('uri', setup), read('codes', setup)];
  assert.equal(codes.split(' ').length, 10);
  assert.match(setup, /<img class="qr" src="data:image\/svg\+xml;base64,/);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const fields = { act: 'completeSetup', uri, codes };
  const wrong = await act({ ...fields, code: '000000' }, 400);
  assert.match(wrong, /The code is wrong or was used/);
  assert.deepEqual([read('uri', wrong), read('codes', wrong)], [uri, codes]);
  for (const hostile of [`otpauth://totp/${'x'.repeat(9_000)}`, 'javascript:alert(1)', '"><b>'])
    assert.doesNotMatch(
      await act({ ...fields, uri: hostile, code: '000001' }, 400),
      /class="qr"|<b>/,
    );
  await sql`update auth."twoFactor" set "failedVerificationCount" = 0`.execute(db);
  assert.match(await act({ ...fields, code: getCode(secret) }), /Your sign-in now needs a code/);
  assert.match(await act({ act: 'startSetup' }, 409), /changed in another window/);

  assertOk(await anyone('POST', '/api/auth/sign-in/email-code', { email }));
  const { code } = await readEmailCode(instance, email, 1);
  const first = await openPage('/my/sign-in', '', { email, code });
  assert.equal(first.headers.get('location'), '/sign-in/code?next=%2Fmy');
  const second = await openPage('/sign-in/code', readCookie(first.headers), {
    ...{ code: codes.split(' ')[0] ?? '', next: '/my' },
  });
  assert.equal(second.headers.get('location'), '/my');

  const replaced = await act({ act: 'replaceCodes', code: codes.split(' ')[1] ?? '' });
  const [, newCode = ''] = /<code>([^<]+)<\/code>/.exec(replaced) ?? [];
  assert.match(replaced, /Unused recovery codes: 10/);
  assert.match(await act({ act: 'removeFactor', code: newCode }), /Authenticator app removed/);
});

test('sessions show how each was opened, and recipients end them in their settings', async () => {
  const owner = await createOwner(instance);
  const { secret, backupCodes } = await setUpApp(owner);
  assertOk(await verify(await startSignIn(owner), getCode(secret, 1)));
  assertOk(await recover(await startSignIn(owner), backupCodes[0] ?? ''));
  const { items } = assertOk(await owner.session('GET', '/api/auth/list-sessions')).body;
  const openings = (items as { openedBy: string; secondFactor: string | null }[])
    .map(({ openedBy, secondFactor }) => `${openedBy} ${secondFactor}`)
    .toSorted();
  // The session that completed the setup counts as opened with the app.
  assert.deepEqual(openings, ['password recoveryCode', 'password totp', 'password totp']);

  const email = 'second-factor-sessions@example.org';
  const first = await signInByCode(instance, email);
  const other = await signInByCode(instance, email, 1);
  const page = await (await openPage('/my/settings', first.cookie)).text();
  assert.match(page, /with an emailed code/);
  const [, id = ''] = /name="session" value="([^"]+)"/.exec(page) ?? [];
  const ended = await openPage('/my/settings', first.cookie, { act: 'session', session: id });
  assert.equal(ended.headers.get('location'), '/my/settings?done=session');
  assert.equal((await other.session('GET', '/my/credentials')).status, 401);
  assertOk(await first.session('GET', '/my/credentials'));
  // Sessions of others and unknown ones stay.
  const [theirs] = assertOk(await owner.session('GET', '/api/auth/list-sessions')).body.items;
  for (const session of [theirs.id, 'none', ''])
    await openPage('/my/settings', first.cookie, { act: 'session', session });
  assertOk(await owner.session('GET', '/api/auth/get-session'));
});
