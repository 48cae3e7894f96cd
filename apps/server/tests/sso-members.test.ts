import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { CookieJar } from './support/cookie-jar.ts';
import { startDnsServer } from './support/dns-server.ts';
import {
  addMember,
  createOwner,
  type Owner,
  password,
  readCookie,
  signInByCode,
} from './support/people.ts';
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

test('a domain that moves to another connection takes its members along', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const other = await addVerifiedDomain(dns, owner);
  const required = { enforced: true, breakGlassEmail: owner.email };
  assertOk(await update(owner, connectionId, { ...required, domains: [domain, other] }));
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
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
  const added = await member.session('POST', '/my/addresses', parameters({ email: `a@${other}` }));
  const { addressId } = assertOk(added, 201).body;
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(db);
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
