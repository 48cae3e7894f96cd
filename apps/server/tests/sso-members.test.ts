import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import { createConnectedApp, v2Scope } from './support/connected-app.ts';
import { CookieJar } from './support/cookie-jar.ts';
import { startDnsServer } from './support/dns-server.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import {
  addMember,
  createOwner,
  type Owner,
  password,
  readCookie,
  signInByCode,
} from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { getCode, setUpApp } from './support/second-factor.ts';
import {
  addVerifiedDomain,
  asBrowser,
  connectAccount,
  oidc,
  parameters,
  settingsFor,
  startForgedProvider,
  startSignIn,
} from './support/sso.ts';
import { useInstance } from './support/use-instance.ts';

const [dns, forged] = [await startDnsServer(), await startForgedProvider()];
after(() => Promise.all([dns.stop(), forged.stop()]));
const instance = await useInstance(settingsFor(dns));
const { url, db } = instance;

/** Signs in with the forged provider, and returns the page that follows. */
async function signIn(connectionId: string, email: string) {
  const jar = new CookieJar();
  const { authorizationUrl } = await startSignIn(instance, connectionId, { jar });
  const who = { sub: `sub of ${email}`, email, email_verified: true, name: 'Ada Lovelace' };
  const visit = await jar.send(forged.answer(authorizationUrl, who));
  return { jar, visit, location: visit.headers.get('location') };
}

async function connectDirectory(owner: Owner, role: string) {
  const created = await owner.session('POST', '/provisioning/tokens', parameters({ role }));
  const authorization = `Bearer ${assertOk(created).body.token}`;
  return createTestClient(url, { authorization });
}

type Scim = Awaited<ReturnType<typeof connectDirectory>>;
const patch = (scim: Scim, id: string, value: object) =>
  scim('PATCH', `/scim/v2/Users/${id}`, { Operations: [{ op: 'replace', value }] });

async function findMember(owner: Owner, personId: string) {
  const { items } = assertOk(await owner.session('GET', '/members')).body;
  return items.find((member: { personId: string }) => member.personId === personId);
}

const update = (owner: Owner, connectionId: string, change: object) =>
  owner.session('PUT', `/sso/connections/${connectionId}`, parameters(change));

/** Reads from an account with a session's cookie. */
const read = (cookie: string, { accountId }: Owner) =>
  createTestClient(url, { cookie, origin: url, 'x-account-id': accountId })('GET', '/issuers');

/** Adds and confirms another address. */
async function confirm(session: SendRequest, email: string): Promise<void> {
  const added = await session('POST', '/my/addresses', parameters({ email }));
  const { addressId } = assertOk(added, 201).body;
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(db);
}

/** A member whom a directory renamed to an address that is the primary one of someone else. */
async function renameToOtherUser(owner: Owner, domain: string) {
  const scim = await connectDirectory(owner, 'viewer');
  const user = { userName: `aad@${domain}`, displayName: 'Ada' };
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', user), 201).body;
  const recipient = await signInByCode(instance, `ada@${domain}`);
  assertOk(await patch(scim, id, { userName: `ada@${domain}` }));
  const { items } = assertOk(await owner.session('GET', '/members')).body;
  const { personId } = items.find((member: { memberId: string }) => member.memberId === id);
  return { scim, recipient, personId };
}

const byPassword = (email: string) =>
  createTestClient(url)('POST', '/api/auth/sign-in/email', { email, password });

test('a directory that renames a member keeps nobody out of their own account', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const guest = await createOwner(instance);
  await addMember(instance, owner, guest, 'editor');
  const member = await findMember(owner, guest.personId);
  const scim = await connectDirectory(owner, 'viewer');
  assertOk(await patch(scim, member.memberId, { userName: `guest@${domain}` }));
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  const cookie = readCookie(assertOk(await byPassword(guest.email)).headers);
  assertOk(await read(cookie, guest));
  assertRefused(await read(cookie, owner), 403, 'sso_required');
});

test('a directory disconnects the apps of people at the account’s domain, not those of guests', async () => {
  const { owner, domain } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner, 'viewer');
  const app = createConnectedApp(url);
  const scopes = [v2Scope('assertion.readonly'), 'offline_access'];
  const client = await app.register(scopes);
  const isConnected = async (token: string) => {
    const { status } = await app.api(token)('GET', '/ims/ob/v2p1/assertions');
    return status === 200;
  };
  const guest = await createOwner(instance);
  await addMember(instance, owner, guest, 'editor');
  const own = await app.connect(client, guest.cookie, scopes);
  const { memberId } = await findMember(owner, guest.personId);
  // A directory chooses the address of a member, but not their domain.
  const leaving = { userName: `guest@${domain}`, active: false };
  assertOk(await patch(scim, memberId, leaving));
  assertRefused(await read(guest.cookie, guest), 401, 'invalid_credentials');
  assert.equal(await isConnected(own.access_token), true);
  assertOk(await scim('DELETE', `/scim/v2/Users/${memberId}`), 204);
  assert.equal(await isConnected(own.access_token), true);

  const email = `ada@${domain}`;
  const user = { userName: email, displayName: 'Ada' };
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', user), 201).body;
  const { cookie } = await signInByCode(instance, email);
  const { access_token: token } = await app.connect(client, cookie, scopes);
  assert.equal(await isConnected(token), true);
  assertOk(await patch(scim, id, { active: false }));
  assert.equal(await isConnected(token), false);
});

test('someone who removed their address of the domain still reaches what is their own', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  assert.equal((await signIn(connectionId, email)).location, '/app/');
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  assertRefused(await byPassword(email), 403, 'sso_required');
  await sql`update auth."user" set email = ${member.email} where id = ${member.personId}`.execute(
    db,
  );
  // The provider signs them in no more, so their password must.
  assert.equal((await signIn(connectionId, email)).visit.status, 403);
  const cookie = readCookie(assertOk(await byPassword(member.email)).headers);
  assertOk(await read(cookie, member));
  assertRefused(await read(cookie, owner), 403, 'sso_required');
});

test('someone who signed in since the invitation needs the provider, although another process has a clock behind', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await confirm(member.session, email);
  const invitation = parameters({ email: member.email, role: 'viewer' });
  try {
    instance.clock.set(new Date(Date.now() + 4_000));
    const { inviteId } = assertOk(await owner.session('POST', '/members', invitation)).body;
    assertOk(await member.session('POST', '/members/accept', parameters({ inviteId })));
    instance.clock.set(new Date());
    assert.equal((await signIn(connectionId, email)).location, '/app/');
  } finally {
    instance.clock.set(new Date());
  }
  await sql`delete from user_addresses where email = ${email}`.execute(db);
  const cookie = readCookie(assertOk(await byPassword(member.email)).headers);
  assertRefused(await read(cookie, owner), 403, 'sso_required');
});

/** An account that requires single sign-on for two domains, with a member of the first one. */
async function connectTwoDomains() {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const other = await addVerifiedDomain(dns, owner);
  const required = { enforced: true, breakGlassEmail: owner.email };
  assertOk(await update(owner, connectionId, { ...required, domains: [domain, other] }));
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  return { owner, domain, connectionId, other, required, member, email };
}

test('a domain that moves to another connection takes its members along', async () => {
  const { owner, domain, connectionId, other, required, member, email } = await connectTwoDomains();
  const before = await signIn(connectionId, email);
  assertOk(await read(before.jar.cookie(url), owner));

  assertOk(await update(owner, connectionId, { domains: [other] }));
  const connection = {
    ...{ name: 'New provider', protocol: 'oidc', oidc: oidc(forged.issuer), domains: [domain] },
  };
  const created = await owner.session('POST', '/sso/connections', parameters(connection));
  const { connectionId: next } = assertOk(created).body;
  const { jar } = await signIn(next, email);
  assertOk(await read(jar.cookie(url), owner));
  assertOk(await update(owner, next, required));
  assertOk(await read(jar.cookie(url), owner));
  // Someone with addresses at both may use either.
  await confirm(member.session, `a@${other}`);
  assertOk(await read(jar.cookie(url), owner));
  assertRefused(await read(member.cookie, owner), 403, 'sso_required');
});

test('someone who was removed and is invited at a private address needs no provider', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  assert.equal((await signIn(connectionId, email)).location, '/app/');
  const { memberId } = await findMember(owner, member.personId);
  assertOk(await owner.session('DELETE', `/members/${memberId}`));
  await sql`update auth."user" set email = ${member.email} where id = ${member.personId}`.execute(
    db,
  );
  const invitation = parameters({ email: member.email, role: 'viewer' });
  const { inviteId } = assertOk(await owner.session('POST', '/members', invitation)).body;
  const cookie = readCookie(assertOk(await byPassword(member.email)).headers);
  const session = createTestClient(url, { cookie, origin: url });
  assertOk(await session('POST', '/members/accept', parameters({ inviteId })));
  assertOk(await read(cookie, owner));
});

test('a directory adds the user of an address, however it’s written, and asks someone with another', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner, 'viewer');
  const add = async (userName: string) =>
    assertOk(await scim('POST', '/scim/v2/Users', { userName, displayName: 'Ada' }), 201).body.id;
  const primary = await signInByCode(instance, `grace@${domain}`);
  const grace = await add(`Grace@${domain.toUpperCase()}`);
  assert.equal((await findMember(owner, primary.personId)).memberId, grace);

  const recipient = await signInByCode(instance, `private-${domain}@mail.example`);
  const email = `ada@${domain}`;
  const added = await recipient.session('POST', '/my/addresses', parameters({ email }));
  const { addressId } = assertOk(added, 201).body;
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(db);
  const ada = await add(email);
  // Perhaps their private user. The invitation or the provider brings them.
  assert.equal(await findMember(owner, recipient.personId), undefined);
  await instance.mailbox.waitFor(email, /invites you/);
  const { jar, location, visit } = await signIn(connectionId, email);
  assert.equal(location, '/app/', visit.text);
  assert.equal((await findMember(owner, recipient.personId)).memberId, ada);
  const { user } = assertOk(await asBrowser(instance, jar)('GET', '/api/auth/get-session')).body;
  assert.equal(user.id, recipient.personId);
});

test('a member with the address signs in, although another user confirmed it later', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner, 'viewer');
  const email = `ada@${domain}`;
  assertOk(await scim('POST', '/scim/v2/Users', { userName: email, displayName: 'Ada' }), 201);
  // Ada adds her work address to the user with whom she collects credentials.
  const recipient = await signInByCode(instance, `ada-${domain}@mail.example`);
  const added = await recipient.session('POST', '/my/addresses', parameters({ email }));
  const { addressId } = assertOk(added, 201).body;
  const { mail } = await instance.mailbox.waitFor(email, /code/i);
  const code = parameters({ code: /\b\d{6}\b/.exec(mail.text ?? '')?.[0] });
  assertOk(await recipient.session('POST', `/my/addresses/${addressId}/confirm`, code));
  const { jar, location, visit } = await signIn(connectionId, email);
  assert.equal(location, '/app/', visit.text);
  assertOk(await read(jar.cookie(url), owner));
});

test('someone whom the directory renamed before their first sign-in is the same member', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner, 'viewer');
  const user = { userName: `aad@${domain}`, displayName: 'Ada' };
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', user), 201).body;
  assertOk(await patch(scim, id, { userName: `ada@${domain}` }));
  const { jar, location, visit } = await signIn(connectionId, `ada@${domain}`);
  assert.equal(location, '/app/', visit.text);
  assertOk(await read(jar.cookie(url), owner));
  const { items } = assertOk(await owner.session('GET', '/members')).body;
  assert.equal(items.length, 2);
  // A member without an address of the domain isn't the provider's.
  const guest = await createOwner(instance);
  await addMember(instance, owner, guest, 'editor');
  const { memberId } = await findMember(owner, guest.personId);
  assertOk(await patch(scim, memberId, { userName: `guest@${domain}` }));
  assert.equal((await signIn(connectionId, `guest@${domain}`)).visit.status, 403);
});

test('a token gives nobody the higher role of a member whom it renamed and removed', async () => {
  const { owner, domain } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner, 'viewer');
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const { memberId } = await findMember(owner, admin.personId);
  const renamed = { userName: `mallory@${domain}`, externalId: '7', active: false };
  assertOk(await patch(scim, memberId, renamed));
  // Their user returns as another member, and leaves the row of the first.
  const again = { userName: `boss@${domain}`, externalId: '7' };
  assertOk(await scim('POST', '/scim/v2/Users', again), 201);
  assert.equal((await findMember(owner, admin.personId)).role, 'viewer');
  assert.equal((await patch(scim, memberId, { active: true })).status, 403);
  assertOk(await patch(await connectDirectory(owner, 'admin'), memberId, { active: true }));
});

test('an address of an optional connection, confirmed later, is no way around a required one', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const optional = await addVerifiedDomain(dns, owner);
  const connection = {
    ...{ name: 'Optional', protocol: 'oidc', oidc: oidc(forged.issuer), domains: [optional] },
  };
  const created = await owner.session('POST', '/sso/connections', parameters(connection));
  const { connectionId: next } = assertOk(created).body;
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'editor');
  const setPrimary = (email: string) =>
    sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await setPrimary(`ada@${domain}`);
  assert.equal((await signIn(connectionId, `ada@${domain}`)).location, '/app/');
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));

  const email = `x@${optional}`;
  await confirm(member.session, email);
  // The last use of the identity is later than the address.
  assert.equal((await signIn(connectionId, `ada@${domain}`)).location, '/app/');
  await setPrimary(email);
  await sql`delete from user_addresses where person_id = ${member.personId} and email <> ${email}`.execute(
    db,
  );
  const cookie = readCookie(assertOk(await byPassword(email)).headers);
  assertOk(await read(cookie, member));
  assertRefused(await read(cookie, owner), 403, 'sso_required');
  // The account's other provider vouches for them.
  const { jar, location, visit } = await signIn(next, email);
  assert.equal(location, '/app/', visit.text);
  assertOk(await read(jar.cookie(url), owner));
  assertRefused(await read(cookie, owner), 403, 'sso_required');
});

test('a domain that moves to an optional connection opens the account to its members’ passwords', async () => {
  const { owner, domain, connectionId, other, member, email } = await connectTwoDomains();
  assert.equal((await signIn(connectionId, email)).location, '/app/');
  // The row of a primary address is created late.
  assertOk(await member.session('GET', '/my/addresses'));
  assertRefused(await read(member.cookie, owner), 403, 'sso_required');
  assertOk(await update(owner, connectionId, { domains: [other] }));
  const connection = {
    ...{ name: 'Optional', protocol: 'oidc', oidc: oidc(forged.issuer), domains: [domain] },
  };
  assertOk(await owner.session('POST', '/sso/connections', parameters(connection)));
  assertOk(await read(member.cookie, owner));
});

test('the operator unlinks a member by an address that another user confirmed, or a directory chose', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const home = (await createTemporaryDirectory()).path;
  const unlink = (email: string) =>
    runCommand(home, ['sso', 'unlink', connectionId, email, '--yes'], {
      env: getInstanceSettings(instance),
    });
  const scim = await connectDirectory(owner, 'viewer');
  const user = { userName: `ada@${domain}`, displayName: 'Ada' };
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', user), 201).body;
  const link = async () =>
    assert.equal((await signIn(connectionId, `ada@${domain}`)).location, '/app/');
  await link();
  const recipient = await signInByCode(instance, `ada-${domain}@mail.example`);
  await confirm(recipient.session, `ada@${domain}`);
  assertSucceeded(await unlink(`ada@${domain}`));
  assert.equal((await unlink(`ada@${domain}`)).code, 4);
  await link();
  assertOk(await patch(scim, id, { userName: `lovelace@${domain}` }));
  assertSucceeded(await unlink(`Lovelace@${domain}`));
});

test('a renamed member signs in with an address that someone outside the account has', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const { scim, recipient, personId } = await renameToOtherUser(owner, domain);
  assert.notEqual(recipient.personId, personId);
  const { jar, location, visit } = await signIn(connectionId, `ada@${domain}`);
  assert.equal(location, '/app/', visit.text);
  const { user } = assertOk(await asBrowser(instance, jar)('GET', '/api/auth/get-session')).body;
  assert.equal(user.id, personId);
  // A member without an address of the domain isn't the provider's.
  const guest = await createOwner(instance);
  await addMember(instance, owner, guest, 'editor');
  const { memberId } = await findMember(owner, guest.personId);
  await signInByCode(instance, `guest@${domain}`);
  assertOk(await patch(scim, memberId, { userName: `guest@${domain}` }));
  assert.equal((await signIn(connectionId, `guest@${domain}`)).visit.status, 403);
});

test('a renamed member doesn’t sign in with the address of another member', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const { recipient } = await renameToOtherUser(owner, domain);
  const member = { ...owner, ...recipient, email: `ada-${domain}@mail.example` };
  await addMember(instance, owner, member, 'viewer');
  const { jar, location, visit } = await signIn(connectionId, `ada@${domain}`);
  assert.equal(location, '/app/', visit.text);
  const { user } = assertOk(await asBrowser(instance, jar)('GET', '/api/auth/get-session')).body;
  assert.equal(user.id, recipient.personId);
});

test('a session of single sign-on alone shows the address in the account, not a private primary one', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const [email, secret] = [`ada@${domain}`, `private-${domain}@mail.example`];
  const recipient = await signInByCode(instance, email);
  const scim = await connectDirectory(owner, 'viewer');
  assertOk(await scim('POST', '/scim/v2/Users', { userName: email, displayName: 'Ada' }), 201);
  await confirm(recipient.session, secret);
  const { items } = assertOk(await recipient.session('GET', '/my/addresses')).body;
  const { addressId } = items.find((one: { email: string }) => one.email === secret);
  const primary = parameters({ primary: true });
  assertOk(await recipient.session('PUT', `/my/addresses/${addressId}`, primary));

  const { jar } = await signIn(connectionId, email);
  const session = asBrowser(instance, jar);
  const { user } = assertOk(await session('GET', '/api/auth/get-session')).body;
  assert.deepEqual([user.id, user.email], [recipient.personId, email]);
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  const bearer = createTestClient(url, { authorization: `Bearer ${token}` });
  assert.equal((await bearer('GET', '/api/auth/get-session')).body.user.email, email);
  const payload = Buffer.from(token.split('.')[1], 'base64url').toString();
  assert.ok(!payload.includes(secret), payload);
  const other = { email: `grace@${domain}`, email_verified: true, name: 'Grace' };
  const scimOther = { userName: other.email, displayName: 'Grace' };
  assertOk(await scim('POST', '/scim/v2/Users', scimOther), 201);
  const { authorizationUrl } = await startSignIn(instance, connectionId, { jar });
  const page = await jar.send(forged.answer(authorizationUrl, { sub: 'grace', ...other }));
  assert.ok(page.text.includes(email) && !page.text.includes(secret), page.text);
  const own = assertOk(await recipient.session('GET', '/api/auth/get-session')).body;
  assert.equal(own.user.email, secret);
});

test('removing a member on Team ends what single sign-on opened, also a waiting second step', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  const { jar } = await signIn(connectionId, email);
  const session = asBrowser(instance, jar);
  assertOk(await session('GET', '/api/auth/get-session'));
  const { secret } = await setUpApp(member);
  const half = asBrowser(instance, (await signIn(connectionId, email)).jar);
  const { memberId } = await findMember(owner, member.personId);
  assertOk(await owner.session('DELETE', `/members/${memberId}`));
  assertRefused(await session('GET', '/api/auth/get-session'), 401, 'invalid_credentials');
  const code = getCode(secret, 1);
  const done = await half('POST', '/api/auth/two-factor/verify-totp', { code });
  assertRefused(done, 400, 'second_factor_expired');
  assertOk(await member.session('GET', '/account'));
});

test('a directory that creates a deactivated user again under their second address restores them', async () => {
  const { owner, domain } = await connectAccount(instance, dns, forged.issuer);
  const scim = await connectDirectory(owner, 'viewer');
  const user = { userName: `aad@${domain}`, externalId: '7', displayName: 'Ada' };
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', user), 201).body;
  const ada = await signInByCode(instance, user.userName);
  await confirm(ada.session, `ada@${domain}`);
  assertOk(await patch(scim, id, { active: false }));
  const again = { ...user, userName: `ada@${domain}` };
  const { body } = assertOk(await scim('POST', '/scim/v2/Users', again), 201);
  const restored = await findMember(owner, ada.personId);
  assert.deepEqual([restored?.memberId, restored?.status], [body.id, 'active']);
  // Another externalId is someone else's, who decides.
  assertOk(await patch(scim, body.id, { active: false }));
  assertOk(await scim('DELETE', `/scim/v2/Users/${body.id}`), 204);
  const other = { ...again, externalId: '8' };
  const { id: invited } = assertOk(await scim('POST', '/scim/v2/Users', other), 201).body;
  const { items } = assertOk(await owner.session('GET', '/members')).body;
  const found = items.find((member: { memberId: string }) => member.memberId === invited);
  assert.equal(found.status, 'pending');
});
