// Users whom the operator disabled: the block is theirs, whatever happens to their memberships.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { createConnectedApp, v2Scope } from './support/connected-app.ts';
import { CookieJar } from './support/cookie-jar.ts';
import { startDnsServer } from './support/dns-server.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
  readAddressCode,
  readEmailCode,
  signInByCode,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { SoftwareAuthenticator } from './support/software-authenticator.ts';
import {
  connectAccount,
  parameters,
  settingsFor,
  startForgedProvider,
  startSignIn,
} from './support/sso.ts';
import { useInstance } from './support/use-instance.ts';
import { openWalletOffer, walletForm } from './support/wallet-access.ts';

const [dns, forged] = [await startDnsServer(), await startForgedProvider()];
after(() => Promise.all([dns.stop(), forged.stop()]));
const instance = await useInstance(settingsFor(dns));
const { url, db, mailbox } = instance;
const home = (await createTemporaryDirectory()).path;
const app = createConnectedApp(url);
const anyone = createTestClient(url, { origin: url });

const authorize = (token: string) => ({ authorization: `Bearer ${token}` });

let serial = 0;
const newAddress = () => `blocked-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const insignia = (...args: string[]) =>
  runCommand(home, args, { env: getInstanceSettings(instance) });
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
const runJson = async (...args: string[]): Promise<any> =>
  JSON.parse(assertSucceeded(await insignia(...args, '--json')));
const disable = (email: string) => runJson('people', 'disable', email, '--yes');
const enable = (email: string) => runJson('people', 'enable', email);

const countCodes = (email: string): number =>
  mailbox.received.filter(
    ({ to, mail }) => to.includes(email) && /^Your code to sign in/.test(mail.subject ?? ''),
  ).length;
/** Requests a code and enters it. */
async function enterCode(email: string) {
  const before = countCodes(email);
  assertOk(await anyone('POST', '/api/auth/sign-in/email-code', { email }));
  const { code } = await readEmailCode(instance, email, before);
  return anyone('POST', '/api/auth/sign-in/email-code/confirm', { email, code });
}
const assertBlocked = async (email: string) =>
  assertRefused(await enterCode(email), 400, 'invalid_email_code');

async function add(session: SendRequest, email: string) {
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', parameters({ email })),
    201,
  ).body;
  const code = await readAddressCode(instance, email);
  return session('POST', `/my/addresses/${addressId}/confirm`, parameters({ code }));
}

const invite = async ({ insignia: sdk }: Owner, email: string): Promise<string> =>
  (await sdk.members.invite({ email, role: 'viewer' })).inviteId;
const accept = (cookie: string, inviteId: string) =>
  createTestClient(url, { accept: 'text/html', cookie, origin: url })(
    'POST',
    '/accept-invitation',
    `inviteId=${inviteId}`,
    { 'content-type': 'application/x-www-form-urlencoded' },
  );
async function findMembership(personId: string, { accountId }: Owner) {
  const { rows } = await sql<{ id: string; status: string }>`
    select id, status from members where person_id = ${personId} and account_id = ${accountId}`.execute(
    db,
  );
  return rows[0];
}
async function connectDirectory(owner: Owner) {
  const body = parameters({ role: 'viewer' });
  const { token } = assertOk(await owner.session('POST', '/provisioning/tokens', body)).body;
  return createTestClient(url, { authorization: `Bearer ${token}` });
}

test('a disabled recipient is refused by session, JWT, app, code, link, passkey and offer until enabled', async () => {
  const owner = await createOwner(instance);
  const email = newAddress();
  const issuerId = await createIssuer(owner);
  const awardId = await issueAward(owner, await createBadge(owner, issuerId), {
    recipient: { name: 'Ada Lovelace', email },
  });
  const { cookie, session, personId } = await signInByCode(instance, email);
  const device = new SoftwareAuthenticator(url);
  const passkeys = '/api/auth/passkey';
  const { options } = assertOk(
    await session('POST', `${passkeys}/generate-register-options`, {}),
  ).body;
  const response = device.create(options);
  assertOk(await session('POST', `${passkeys}/verify-registration`, { name: 'Laptop', response }));
  const enterPasskey = async () => {
    const challenge = await anyone('POST', `${passkeys}/generate-authenticate-options`, {});
    const answer = device.get(assertOk(challenge).body.options);
    return anyone('POST', `${passkeys}/verify-authentication`, { response: answer });
  };
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  const bearer = createTestClient(url, authorize(token));
  const scopes = [v2Scope('assertion.readonly'), 'offline_access'];
  const client = await app.register(scopes);
  const tokens = await app.connect(client, cookie, scopes);
  const offer = await openWalletOffer(instance, awardId, { cookie, accept: 'application/json' });
  const { grants } = assertOk(await anyone('GET', `/offers/${offer}`)).body;
  const [grant = ''] = Object.keys(grants);
  const form = new URLSearchParams({ ...grants[grant], grant_type: grant });
  const wallet = assertOk(
    await anyone('POST', `/issuer/${issuerId}/token`, `${form}`, walletForm),
  ).body;
  const proveKey = () =>
    anyone('POST', `/issuer/${issuerId}/credential`, {}, authorize(wallet.access_token));
  assert.equal((await proveKey()).status, 400);
  const signUp = () => anyone('POST', '/api/auth/sign-up/email', { name: 'Ada', email, password });
  assertOk(await signUp());
  const confirmation = findMailLink(await mailbox.waitFor(email, /Confirm/), '/confirm-email');
  const before = countCodes(email);
  assertOk(await anyone('POST', '/api/auth/sign-in/email-code', { email }));
  const waiting = await readEmailCode(instance, email, before);

  assert.deepEqual(await disable(email), {
    ...{ email, users: 1, accounts: 0, sessions: 1, apps: 1, disabled: true },
  });
  assertRefused(await session('GET', '/my/credentials'), 401, 'invalid_credentials');
  assertRefused(await bearer('GET', '/my/credentials'), 401, 'invalid_credentials');
  assert.equal((await app.api(tokens.access_token)('GET', '/ims/ob/v2p1/assertions')).status, 401);
  assert.equal((await app.refresh(client, tokens.refresh_token)).status, 400);
  assertRefused(await proveKey(), 401, 'invalid_token');
  assertRefused(await enterPasskey(), 400, 'invalid_passkey');
  const confirmPath = '/api/auth/sign-in/email-code/confirm';
  const link = new URL(waiting.link).searchParams.get('token');
  for (const body of [{ email, code: waiting.code }, { token: link }])
    assertRefused(await anyone('POST', confirmPath, body), 400, 'invalid_email_code');
  const again = await insignia('people', 'disable', email, '--yes');
  assert.deepEqual([again.code, again.err], [4, `insignia: ${email} is already disabled\n`]);

  // Neither a sign-up nor the operator gives the address an account meanwhile.
  const signUpToken = new URL(confirmation).searchParams.get('token');
  const confirmed = await anyone('POST', '/api/auth/confirm', { token: signUpToken, password });
  assertRefused(confirmed, 400, 'invalid_link_or_password');
  assertOk(await signUp());
  await mailbox.waitFor(email, /You already have an account/);
  const created = await insignia('accounts', 'create', '--owner', email);
  assert.deepEqual([created.code, /is disabled/.test(created.err)], [4, true], created.err);
  const { rows } = await sql`select 1 from members where person_id = ${personId}`.execute(db);
  assert.equal(rows.length, 0);

  // A session that a sign-in under way left behind opens nothing, neither now nor later.
  await sql`insert into auth."session" (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
    select gen_random_uuid(), id, 'left behind', now() + interval '1 day', now(), now()
    from auth."user" where id = ${personId}`.execute(db);
  assert.deepEqual(await enable(email), { email, users: 1, accounts: 0, disabled: false });
  const left = await sql`select 1 from auth."session" where "userId" = ${personId}`.execute(db);
  assert.equal(left.rows.length, 0);
  assertOk(await enterPasskey());
  assertOk(await enterCode(email));
  assert.equal((await insignia('people', 'enable', email)).code, 4);
});

test('a session opened while its user was disabled opens nothing', async () => {
  const { session, personId } = await signInByCode(instance, newAddress());
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  const bearer = createTestClient(url, { authorization: `Bearer ${token}` });
  await sql`update auth."user" set "disabledAt" = now() where id = ${personId}`.execute(db);
  for (const by of [session, bearer])
    assertRefused(await by('GET', '/my/credentials'), 401, 'invalid_credentials');
  const browser = (path: string) => session('GET', path, undefined, { accept: 'text/html' });
  assert.equal((await browser('/my')).status, 303);
});

test('neither Team, an invitation, a directory nor single sign-on lifts the operator’s block', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const email = `ada@${domain}`;
  const { cookie, personId } = await signInByCode(instance, email);
  assertOk(await accept(cookie, await invite(owner, email)));
  assert.equal((await disable(email)).accounts, 1);
  const membership = await findMembership(personId, owner);
  assert.equal(membership?.status, 'disabled');
  await assertBlocked(email);

  assertOk(await owner.session('DELETE', `/members/${membership?.id}`));
  await assertBlocked(email);
  const scim = await connectDirectory(owner);
  const created = await scim('POST', '/scim/v2/Users', { userName: email, displayName: 'Ada' });
  assert.deepEqual([created.status, /blocked this user/.test(created.text)], [403, true]);
  await invite(owner, email);
  await assertBlocked(email);
  const jar = new CookieJar();
  const { authorizationUrl } = await startSignIn(instance, connectionId, { jar });
  const who = { sub: email, email, email_verified: true, name: 'Ada Lovelace' };
  const visit = await jar.send(forged.answer(authorizationUrl, who));
  assert.equal(visit.status, 403, visit.text);
  assert.equal(await findMembership(personId, owner), undefined);

  await enable(email);
  const { headers } = assertOk(await enterCode(email));
  assert.ok(headers.getSetCookie().length > 0);
});

test('a directory doesn’t restore a member whom it deactivated before the operator disabled them', async () => {
  const { owner, domain } = await connectAccount(instance, dns, forged.issuer);
  const email = `grace@${domain}`;
  const scim = await connectDirectory(owner);
  const user = { userName: email, displayName: 'Grace' };
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', user), 201).body;
  const activate = (active: boolean) =>
    scim('PATCH', `/scim/v2/Users/${id}`, { Operations: [{ op: 'replace', value: { active } }] });
  assertOk(await activate(false));
  await disable(email);
  const restored = await activate(true);
  assert.deepEqual([restored.status, /blocked this user/.test(restored.text)], [403, true]);
  assertOk(await scim('DELETE', `/scim/v2/Users/${id}`), 204);
  assert.equal((await scim('POST', '/scim/v2/Users', user)).status, 403);
  await enable(email);
  assertOk(await scim('POST', '/scim/v2/Users', user), 201);
});

test('a directory that changes a disabled member’s name doesn’t end the membership', async () => {
  const { owner, domain } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner);
  const replace = (value: object) => ({ Operations: [{ op: 'replace', value }] });
  const changes = {
    patched: (id: string) =>
      scim('PATCH', `/scim/v2/Users/${id}`, replace({ displayName: 'Grace Hopper' })),
    put: (id: string, userName: string) =>
      scim('PUT', `/scim/v2/Users/${id}`, { userName, displayName: 'Grace Hopper' }),
    unchanged: async (id: string) => scim('GET', `/scim/v2/Users/${id}`),
  };
  for (const [name, change] of Object.entries(changes)) {
    const email = `${name}@${domain}`;
    const { id } = assertOk(
      await scim('POST', '/scim/v2/Users', { userName: email, displayName: 'Grace' }),
      201,
    ).body;
    await disable(email);
    assert.equal(assertOk(await change(id, email)).body.active, false, name);
    assert.equal((await enable(email)).accounts, 1);
    const { active } = assertOk(await scim('GET', `/scim/v2/Users/${id}`)).body;
    assert.equal(active, true, name);
  }
  // A membership that the directory itself ends meanwhile stays ended.
  const email = `patched@${domain}`;
  const { Resources } = assertOk(
    await scim('GET', `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${email}"`)}`),
  ).body;
  await disable(email);
  const path = `/scim/v2/Users/${Resources[0].id}`;
  assertOk(await scim('PATCH', path, replace({ active: false })));
  assertOk(await scim('PATCH', path, replace({ displayName: 'Grace' })));
  await enable(email);
  assert.equal(assertOk(await scim('GET', path)).body.active, false);

  // The same for an owner, whom a directory never ends.
  const { Resources: members } = assertOk(await scim('GET', '/scim/v2/Users')).body;
  const own = members.find(({ userName }: { userName: string }) => userName === owner.email);
  await disable(owner.email);
  const ownPath = `/scim/v2/Users/${own.id}`;
  assert.equal((await scim('PATCH', ownPath, replace({ active: false }))).status, 403);
  assertOk(await scim('PATCH', ownPath, replace({ displayName: 'Owner' })));
  await enable(owner.email);
  assert.equal((await findMembership(owner.personId, owner))?.status, 'active');
});

test('a disabled user’s other address gets no account, by a sign-up from before or by the operator', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const signUp = () =>
    anyone('POST', '/api/auth/sign-up/email', { name: 'Ada', email: second, password });
  assertOk(await signUp());
  const link = findMailLink(await mailbox.waitFor(second, /Confirm/), '/confirm-email');
  const token = new URL(link).searchParams.get('token');
  const blocked = await signInByCode(instance, first);
  assertOk(await add(blocked.session, second));
  await disable(first);
  const confirm = () => anyone('POST', '/api/auth/confirm', { token, password });
  assertRefused(await confirm(), 400, 'invalid_link_or_password');
  const created = await insignia('accounts', 'create', '--owner', second);
  assert.deepEqual(
    [created.code, created.err],
    [4, `insignia: ${second} is disabled. Enable the user: insignia people enable ${second}\n`],
  );
  const { rows } = await sql`select 1 from auth."user" where email = ${second}`.execute(db);
  assert.deepEqual(rows, []);
  await enable(first);
  assertOk(await confirm());
});

test('a disabled user gets no link to reset the password, and none sets it', async () => {
  const owner = await createOwner(instance);
  const { email } = owner;
  const request = () => anyone('POST', '/api/auth/request-password-reset', { email });
  const countLinks = () =>
    mailbox.received.filter(
      ({ to, mail }) => to.includes(email) && /password/i.test(mail.subject ?? ''),
    ).length;
  await disable(email);
  assertOk(await request());
  const other = await createOwner(instance);
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: other.email }));
  const link = findMailLink(await mailbox.waitFor(other.email, /password/i), '/reset-password');
  assert.equal(countLinks(), 0);
  const token = new URL(link).searchParams.get('token');
  // A link that was created while the user was being disabled.
  await sql`update auth."verification" set value = ${owner.personId} where value = ${other.personId}`.execute(
    db,
  );
  const reset = () =>
    anyone('POST', '/api/auth/reset-password', { token, newPassword: `${password} again` });
  assertRefused(await reset(), 400, 'invalid_reset_link');
  const sent = await insignia('people', 'reset', email);
  assert.deepEqual(
    [sent.code, sent.err],
    [4, `insignia: ${email} is disabled. Enable the user: insignia people enable ${email}\n`],
  );
  await enable(email);
  assertOk(await anyone('POST', '/api/auth/sign-in/email', { email, password }));
});

test('a block holds at once on every process, for a session and an app’s token', async () => {
  const email = newAddress();
  const { cookie } = await signInByCode(instance, email);
  const scopes = [v2Scope('assertion.readonly')];
  const { access_token: token } = await app.connect(await app.register(scopes), cookie, scopes);
  const reads = instance.addresses.flatMap((address) => {
    const client = createTestClient(address);
    return [
      () => client('GET', '/my/credentials', undefined, { cookie }),
      () => client('GET', '/ims/ob/v2p1/assertions', undefined, authorize(token)),
    ];
  });
  for (const read of reads) assertOk(await read());
  await disable(email);
  for (const read of reads) assert.equal((await read()).status, 401);
});

test('nobody takes an address of a disabled user, and any of their addresses names them', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const blocked = await signInByCode(instance, first);
  assertOk(await add(blocked.session, second));
  assert.equal((await disable(second)).email, first);
  await assertBlocked(first);
  await assertBlocked(second);
  const other = await signInByCode(instance, newAddress());
  for (const email of [first, second]) {
    const { addressId } = assertOk(
      await other.session('POST', '/my/addresses', parameters({ email })),
      201,
    ).body;
    const code = await readAddressCode(instance, email, email === first ? 0 : 1);
    const path = `/my/addresses/${addressId}/confirm`;
    const refused = await other.session('POST', path, parameters({ code }));
    assertRefused(refused, 400, 'invalid_email_code');
    const signUp = { name: 'Ada', email, password };
    assertOk(await anyone('POST', '/api/auth/sign-up/email', signUp));
    await mailbox.waitFor(email, /You already have an account/);
  }
  await assertBlocked(second);
  await enable(first);
  assertOk(await enterCode(first));
});

test('an address that two users sign in with is disabled for both', async () => {
  const former = await createOwner(instance);
  const { email } = former;
  const holder = await signInByCode(instance, newAddress());
  assertOk(await add(holder.session, email));
  const disabled = await insignia('people', 'disable', email, '--yes');
  assert.match(
    disabled.out,
    new RegExp(`Disabled 2 users with the address ${email}\\. Memberships: 1\\.`),
  );
  await assertBlocked(email);
  assertRefused(
    await anyone('POST', '/api/auth/sign-in/email', { email, password }),
    401,
    'invalid_credentials',
  );
  await enable(email);
  assertOk(await anyone('POST', '/api/auth/sign-in/email', { email, password }));
});

test('commands name a user by any confirmed address, and refuse an address of two users', async () => {
  const user = await createOwner(instance);
  const second = newAddress();
  assertOk(await add(user.session, second));
  const sent = await runJson('people', 'reset', second, '--print-link');
  assert.equal(sent.email, user.email);
  const withoutFactor = await insignia('people', 'remove-factor', second, '--yes');
  assert.match(withoutFactor.err, new RegExp(`${user.email} has no second factor`));
  const former = await createOwner(instance);
  const holder = await signInByCode(instance, newAddress());
  assertOk(await add(holder.session, former.email));
  for (const command of [['reset'], ['remove-factor', '--yes']]) {
    const refused = await insignia('people', ...command, former.email);
    assert.equal(refused.code, 4);
    assert.match(refused.err, new RegExp(`two users sign in with ${former.email}`));
  }
});

test('deleting the account of a disabled owner keeps them disabled', async () => {
  const owner = await createOwner(instance);
  await disable(owner.email);
  await runJson('accounts', 'delete', owner.accountId, '--yes');
  await assertBlocked(owner.email);
  await enable(owner.email);
  assertOk(await enterCode(owner.email));
});

test('the migration blocks the users of disabled memberships, and nobody else', async () => {
  const [blocked, other] = [await createOwner(instance), await createOwner(instance)];
  await sql`update members set status = 'disabled' where person_id = ${blocked.personId}`.execute(
    db,
  );
  const migration = new URL('../migrations/0202_disabled_users.sql', import.meta.url);
  const [, update = ''] = readFileSync(migration, 'utf8').split('\n\n');
  await sql.raw(update).execute(db);
  const { rows } = await sql<{ id: string }>`select id from auth."user"
    where "disabledAt" is not null and id = any(${[blocked.personId, other.personId]}::uuid[])`.execute(
    db,
  );
  assert.deepEqual(
    rows.map(({ id }) => id),
    [blocked.personId],
  );
  assert.equal((await enable(blocked.email)).accounts, 1);
  await instance.waitForInvalidation();
  assertOk(await blocked.api('GET', '/account'));
});
