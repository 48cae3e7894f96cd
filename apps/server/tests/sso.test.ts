import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { domainToASCII } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { registerPeopleWork } from '../src/features/people/index.ts';
import { createTextLookup, registerSsoWork, vouchesForEmail } from '../src/features/sso/index.ts';
import { createUrls } from '../src/kernel/urls.ts';
import type { Trx } from '../src/platform/db/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { CookieJar } from './support/cookie-jar.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { startDnsServer } from './support/dns-server.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import { openTransaction } from './support/open-transaction.ts';
import {
  addMember,
  createIssuer,
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
import { SoftwareAuthenticator } from './support/software-authenticator.ts';
import {
  addVerifiedDomain,
  asBrowser,
  clientSecret,
  connectAccount,
  newDomain,
  oidc,
  type Person,
  parameters,
  settingsFor,
  startForgedProvider,
  startSignIn,
  startSsoProvider,
  startUrl,
} from './support/sso.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const dns = await startDnsServer();
const [provider, forged] = [await startSsoProvider(), await startForgedProvider()];
after(async () => {
  dns.stop();
  await Promise.all([provider.stop(), forged.stop()]);
});
const instance = await useInstance(settingsFor(dns));
const { url, db } = instance;
const anyone = createTestClient(url);
const english = { 'accept-language': 'en' };

const readAudit = async (owner: Owner, action: string) =>
  assertOk(await owner.session('GET', `/audit-log?action=${action}`)).body.items;
const readMembers = async (
  owner: Owner,
): Promise<{ email: string; role: string; status: string }[]> =>
  assertOk(await owner.session('GET', '/members')).body.items;
type MemberEventRow = { type: string; data: { memberId: string; role?: string; cause: string } };
/** For endpoints that name these events. */
async function readMemberEvents(owner: Owner): Promise<MemberEventRow[]> {
  const { rows } = await sql<MemberEventRow>`
    select type, data from events where account_id = ${owner.accountId} order by created_at, id`.execute(
    db,
  );
  return rows;
}
const update = (owner: Owner, connectionId: string, change: object) =>
  owner.session('PUT', `/sso/connections/${connectionId}`, parameters(change));
const person = (email: string, more: object = {}): Person & { email: string } => ({
  ...{ sub: `sub of ${email}`, email, email_verified: true, name: 'Ada Lovelace' },
  ...more,
});

/** Signs in with the forged provider, and returns the last reply. */
async function signIn(
  connectionId: string,
  who: Person,
  { jar = new CookieJar(), query = '' } = {},
) {
  const { authorizationUrl } = await startSignIn(instance, connectionId, { jar, query });
  const visit = await jar.send(forged.answer(authorizationUrl, who), { headers: english });
  return { jar, visit, location: visit.headers.get('location') };
}

async function assertPageRefused(
  { visit }: { visit: { status: number; text: string } },
  owner: Owner,
  reason: string,
  status = 403,
): Promise<void> {
  assert.equal(visit.status, status, visit.text);
  const reference = /Reference: (\w{8})\./.exec(visit.text)?.[1];
  const [entry] = await readAudit(owner, 'refuseSso');
  assert.deepEqual([entry.target, entry.fields[0]], [reference, reason]);
}

// Reaches its deadline while other tests run.
const silent = createServer(() => {}).listen(0, '127.0.0.1');
after(() => silent.close().closeAllConnections());
await once(silent, 'listening');
const { port: silentPort } = silent.address() as AddressInfo;
const slow = await connectAccount(instance, dns, `http://127.0.0.1:${silentPort}`);
const slowVisit = startSignIn(instance, slow.connectionId);

test('connections belong to admins with a recent sign-in, and never show the secret', async () => {
  const owner = await createOwner(instance, 'pro');
  const body = parameters({ name: 'A', protocol: 'oidc', oidc: oidc(forged.issuer) });
  assertRefused(await owner.api('POST', '/sso/connections', body), 403, 'person_required');
  assertRefused(await owner.read('GET', '/sso/connections'), 403, 'person_required');
  const editor = await createOwner(instance);
  await addMember(instance, owner, editor, 'editor');
  const asEditor = { 'x-account-id': owner.accountId };
  assertRefused(
    await editor.session('GET', '/sso/connections', undefined, asEditor),
    403,
    'role_too_small',
  );
  const { connectionId } = assertOk(await owner.session('POST', '/sso/connections', body)).body;
  const path = `/sso/connections/${connectionId}`;
  const first = assertOk(await owner.session('GET', path));
  assert.ok(!first.text.includes(clientSecret));
  assert.deepEqual(first.body.oidc, {
    ...{ issuer: forged.issuer, clientId: 'insignia', secretExpiresAt: null },
    scopes: ['openid', 'email', 'profile'],
    redirectUri: `${url}/sso/${connectionId}/callback`,
  });
  const etag = first.headers.get('etag') ?? '';
  const change = parameters({ name: 'B', oidc: { secretExpiresAt: '2020-01-31' } });
  assertOk(await owner.session('PUT', path, change, { 'if-match': etag }));
  assertRefused(
    await owner.session('PUT', path, change, { 'if-match': etag }),
    412,
    'precondition_failed',
  );
  const { items } = assertOk(await owner.session('GET', '/sso/connections')).body;
  assert.deepEqual(items[0].warnings, [
    { kind: 'secret', subject: null, at: '2020-01-31T00:00:00.000Z' },
  ]);
  await sql`update auth."session" set "createdAt" = now() - interval '6 minutes' where "userId" = ${owner.personId}`.execute(
    db,
  );
  for (const [method, target, sent] of [
    ['POST', '/sso/connections', body],
    ['PUT', path, change],
    ['POST', `${path}/test`, undefined],
    ['DELETE', path, undefined],
    ['POST', '/sso/domains', parameters({ domain: 'a.example.org' })],
    ['POST', '/sso/domains/a.example.org/verify', undefined],
    ['DELETE', '/sso/domains/a.example.org', undefined],
  ] as const)
    assertRefused(await owner.session(method, target, sent), 403, 'fresh_sign_in_required');
  assertOk(await owner.session('GET', path));
});

test('a connection with bad settings is refused by field, and an earlier secret goes to no other server', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const create = (fields: object) =>
    owner.session(
      'POST',
      '/sso/connections',
      parameters({ name: 'A', protocol: 'oidc', ...fields }),
    );
  const issuers = [
    ...['http://login.example.org', 'https://10.0.0.1', 'https://u:p@login.example.org'],
    ...['https://login.example.org/?a=b', 'https://login.example.org:22', 'ftp://a.example'],
    'https://login.example.org/.well-known/openid-configuration',
  ];
  for (const issuer of issuers)
    assertRefused(await create({ oidc: oidc(issuer) }), 400, 'invalid_request', 'oidc.issuer');
  assertRefused(await create({}), 400, 'invalid_request', 'oidc');
  assertRefused(
    await create({ oidc: oidc(forged.issuer), domains: [domain] }),
    400,
    'invalid_request',
    'domains.0',
  );
  assertRefused(
    await create({ oidc: oidc(forged.issuer), enforced: true }),
    400,
    'invalid_request',
    'breakGlassEmail',
  );
  for (const [change, field] of [
    [{ oidc: { issuer: provider.issuer } }, 'oidc.clientSecret'],
    [{ protocol: 'saml' }, 'protocol'],
    [{ domains: ['unknown.example.org'] }, 'domains.0'],
    [{ enforced: true, breakGlassEmail: 'someone@example.org' }, 'breakGlassEmail'],
  ] as const)
    assertRefused(await update(owner, connectionId, change), 400, 'invalid_request', field);
});

test('a domain is verified by its TXT record, exactly, and belongs to one account', async () => {
  const [first, second] = [await createOwner(instance), await createOwner(instance)];
  const domain = newDomain();
  const add = async (owner: Owner, name: string) =>
    owner.session('POST', '/sso/domains', parameters({ domain: name }));
  for (const name of ['co.uk', 'github.io', 'gmail.com', 'GMX.de', 'com', 'a b.org', '10.0.0.1'])
    assertRefused(await add(first, name), 400, 'invalid_request', 'domain');
  const { record } = assertOk(await add(first, domain.toUpperCase())).body;
  assert.deepEqual([record.name, record.type], [domain, 'TXT']);
  assert.match(record.value, /^insignia-verification=[\w-]{22}$/);
  assert.deepEqual(assertOk(await add(first, domain)).body.record, record);
  const verify = (owner: Owner, name = domain) =>
    owner.session('POST', `/sso/domains/${name}/verify`);
  const subdomain = `sub.${domain}`;
  assertOk(await add(first, subdomain));
  dns.texts.set(domain, ['insignia-verification=AAAAAAAAAAAAAAAAAAAAAA', `x${record.value}`]);
  assertRefused(await verify(first), 409, 'sso_record_not_found');
  dns.texts.set(domain, [record.value]);
  // The record of the parent says nothing about the subdomain.
  assertRefused(await verify(first, subdomain), 409, 'sso_record_not_found');
  assertRefused(await verify(second), 404, 'sso_domain_not_found');
  const other = assertOk(await add(second, domain)).body.record;
  assert.notEqual(other.value, record.value);
  dns.texts.set(domain, [record.value, other.value]);
  const answers = await runConcurrently(10, (at) => verify(at % 2 ? first : second));
  const conflicts = answers.filter(({ status }) => status === 409);
  for (const answer of conflicts) assertRefused(answer, 409, 'sso_domain_taken');
  const { rows } =
    await sql`select 1 from sso_domains where domain = ${domain} and verified_at is not null`.execute(
      db,
    );
  assert.deepEqual([rows.length, conflicts.length], [1, 5]);
  for (const owner of [first, second])
    assertOk(await owner.session('DELETE', `/sso/domains/${domain}`));
  assertRefused(
    await first.session('DELETE', `/sso/domains/${domain}`),
    404,
    'sso_domain_not_found',
  );
  // An internationalized domain is one domain in both forms, and no other that looks like it.
  const look = 'bücher-universität.example.org';
  const ascii = assertOk(await add(first, look)).body.domain;
  assert.equal(ascii, domainToASCII(look));
  assert.equal(assertOk(await add(first, ascii)).body.domain, ascii);
  assert.notEqual(assertOk(await add(first, 'bucher-universitat.example.org')).body.domain, ascii);
});

test('a user with a password signs in with a certified provider and stays the same user', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, provider.issuer);
  provider.setRedirectUri(`${url}/sso/${connectionId}/callback`);
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  await sql`update auth."user" set language = 'de' where id = ${member.personId}`.execute(db);
  provider.person = person(email.toUpperCase());

  // The sign-in page asks for the address first.
  const jar = new CookieJar();
  const page = await jar.send(`${url}/sign-in`);
  assert.ok(!page.text.includes('type="password"'));
  assert.ok((await jar.send(`${url}/sign-in?with=password`)).text.includes('type="password"'));
  const submit = (fields: Record<string, string>) =>
    jar.send(`${url}/sign-in`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const other = await submit({ email: 'someone@example.com' });
  for (const { text } of [page, other]) assert.ok(text.includes('data-passkey="sign-in"'));
  assert.ok(other.text.includes('type="password"') && other.text.includes('someone@example.com'));
  const next = `/app/${owner.accountId}/badges`;
  const location = (await submit({ email, next })).headers.get('location') ?? '';
  assert.ok(location.startsWith(`/sso/${connectionId}/start?`), location);

  const end = await jar.follow(new URL(location, url).href, (to) => to.startsWith(`${url}/app/`));
  assert.equal(end.url, url + next);
  const session = asBrowser(instance, jar);
  const { user } = assertOk(await session('GET', '/api/auth/get-session')).body;
  assert.equal(user.id, member.personId);
  const { items } = assertOk(await session('GET', '/api/auth/list-sessions')).body;
  assert.equal(items.find(({ current }: { current: boolean }) => current).openedBy, 'sso');
  const asMember = asBrowser(instance, jar, { 'x-account-id': owner.accountId });
  assert.equal(assertOk(await asMember('GET', '/account')).body.role, 'editor');
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  assertOk(await createTestClient(url, { authorization: `Bearer ${token}` })('GET', '/account'));
  assert.equal((await readAudit(owner, 'linkSso')).length, 1);
  const { mail } = await instance.mailbox.waitFor(email, /^Single Sign-on wurde mit Ihnen verkn/);
  assert.ok(mail.text?.includes(domain), mail.text);

  // The provider asks for the password again, and reports when it was entered.
  const repeated = new URL((await submit({ email, next })).headers.get('location') ?? '', url);
  assert.equal(repeated.searchParams.get('fresh'), 'yes');
  const authorization = (await jar.send(repeated.href)).headers.get('location') ?? '';
  assert.equal(new URL(authorization).searchParams.get('max_age'), '0');
  await jar.follow(authorization, (to) => to.startsWith(`${url}/app/`));
  const { rows: times } = await sql<{ isKnown: boolean }>`
    select "authenticatedAt" is not null as "isKnown" from auth."session"
    where "ssoConnection" = ${connectionId} order by "createdAt"`.execute(db);
  assert.deepEqual(
    times.map(({ isKnown }) => isKnown),
    [false, true],
  );

  // The same subject with another address of the domain is still the same user.
  provider.person = { ...provider.person, email: `lovelace@${domain}` };
  const again = new CookieJar();
  await again.follow(startUrl(instance, connectionId), (to) => to.startsWith(`${url}/app/`));
  const who = assertOk(await asBrowser(instance, again)('GET', '/api/auth/get-session')).body.user;
  assert.equal(who.id, member.personId);
  const { rows } = await sql`
    select 1 from mails where recipient = ${email} and subject like 'Single Sign-on wurde%'`.execute(
    db,
  );
  assert.equal(rows.length, 1, 'only for the first sign-in');
  // Another subject with the user's address isn't.
  provider.person = person(email, { sub: 'a new employee' });
  const stranger = await new CookieJar().follow(startUrl(instance, connectionId));
  await assertPageRefused({ visit: stranger }, owner, 'otherSubject');
});

test('wrong, foreign, repeated and unsigned answers of a provider are refused, and change nothing', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const mallory = person(`mallory@${domain}`);
  const now = Math.floor(Date.now() / 1_000);
  const forgeries = [
    { claims: { nonce: 'another' } },
    { claims: { iss: 'https://login.example.org' } },
    { claims: { aud: 'another client' } },
    { claims: { exp: now - 600 } },
    { isForeignKey: true },
    { isUnsigned: true },
  ];
  for (const forge of forgeries) {
    forged.forge = forge;
    await assertPageRefused(await signIn(connectionId, mallory), owner, 'providerAnswer');
  }
  forged.forge = {};

  const { jar, authorizationUrl } = await startSignIn(instance, connectionId);
  const callback = new URL(forged.answer(authorizationUrl, mallory));
  const send = (change: (to: URL) => void, by = jar) => {
    const changed = new URL(callback);
    change(changed);
    return by.send(changed.href, { headers: english }).then((visit) => ({ visit }));
  };
  const set = (name: string, value: string) => (to: URL) => to.searchParams.set(name, value);
  await assertPageRefused(await send(set('state', 'x')), owner, 'unknownRequest', 400);
  // No account has an audit entry of it, so the page must not name one.
  const unknown = `${url}/sso/${randomUUID()}/start`;
  const nobody = await jar.send(unknown, { headers: english });
  assert.equal(nobody.status, 400);
  assert.doesNotMatch(nobody.text, /Reference:/);
  // A victim's browser, that didn't start it, is not signed in to Mallory's user. The state is used up.
  await assertPageRefused(await send(() => {}, new CookieJar()), owner, 'otherBrowser');
  await assertPageRefused(await send(() => {}), owner, 'unknownRequest', 400);
  const restart = async () => {
    const started = await startSignIn(instance, connectionId, { jar });
    callback.href = forged.answer(started.authorizationUrl, mallory);
  };
  await restart();
  // Mixed-up providers: the answer names another issuer, or comes to another connection.
  await assertPageRefused(await send(set('iss', 'https://evil.example')), owner, 'providerAnswer');
  // The provider promises to name itself in each answer.
  await restart();
  const anonymous = await send((to) => to.searchParams.delete('iss'));
  await assertPageRefused(anonymous, owner, 'providerAnswer');
  // A stolen code, pasted into the answer to another sign-in, has the other nonce.
  const stolen = new URL(callback).searchParams.get('code') ?? '';
  await restart();
  await assertPageRefused(await send(set('code', stolen)), owner, 'providerAnswer');
  const second = await connectAccount(instance, dns, forged.issuer);
  await restart();
  const mixedUp = await send((to) => {
    to.pathname = `/sso/${second.connectionId}/callback`;
  });
  await assertPageRefused(mixedUp, second.owner, 'unknownRequest', 400);
  await restart();
  await assertPageRefused(await send(set('code', 'used')), owner, 'providerRefused');
  await restart();
  await assertPageRefused(await send(set('error', 'access_denied')), owner, 'providerRefused');

  const people = [
    [{ email_verified: false }, 'emailUnverified'],
    [{ email_verified: undefined }, 'emailUnverified'],
    [{ email: undefined }, 'noEmail'],
    [{ email: `mallory@sub.${domain}` }, 'otherDomain'],
    [{ email: `mallory@${domain}.evil.example` }, 'otherDomain'],
    [{ email: `mallory@${domain.replace('u', 'υ')}` }, 'otherDomain'],
    [{ email: owner.email }, 'otherDomain'],
    [{ sub: 'x'.repeat(600) }, 'noSubject'],
    // The database can't store it, or would store it like another one.
    [{ sub: 'a\0b' }, 'noSubject'],
    [{ sub: 'a\ud800' }, 'noSubject'],
  ] as const;
  for (const [claims, reason] of people)
    await assertPageRefused(await signIn(connectionId, { ...mallory, ...claims }), owner, reason);
  const google = (more: object) =>
    vouchesForEmail('https://accounts.google.com', { email_verified: true, ...more });
  assert.deepEqual([google({}), google({ hd: domain })], [false, true]);
  const { rows } = await sql`select 1 from auth."user" where email like ${`%${domain}%`}`.execute(
    db,
  );
  assert.deepEqual([rows.length, (await readMembers(owner)).length], [0, 1]);

  for (const next of [
    'https://evil.example/app/',
    '//evil.example/app/',
    '/sign-out',
    '/app/../x',
  ]) {
    const query = `?${new URLSearchParams({ next })}`;
    const { location } = await signIn(connectionId, mallory, { query });
    assert.equal(location, '/app/', next);
  }
});

test('a provider that is slow, down, redirects or sends too much fails one sign-in, and has a clear error', async () => {
  const { owner, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const answers = {
    redirects: (response: import('node:http').ServerResponse) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    isDown: (response: import('node:http').ServerResponse) => void response.socket?.destroy(),
    isLarge: (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = Buffer.alloc(1024 * 1024, ' ');
      const write = (left: number): unknown =>
        left === 0 ? response.end() : response.write(block, () => write(left - 1));
      write(100);
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    forged.forge = { answers: { '/.well-known/openid-configuration': answer } };
    const { visit } = await startSignIn(instance, connectionId);
    const [reason, status] =
      name === 'redirects' ? ['providerAnswer', 403] : ['providerUnavailable', 502];
    assert.equal(visit.status, status, name);
    const [entry] = await readAudit(owner, 'refuseSso');
    assert.equal(entry.fields[0], reason, name);
  }
  forged.forge = { metadata: { issuer: 'https://login.example.org' } };
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 403);
  forged.forge = { metadata: { authorization_endpoint: 'javascript:alert(1)' } };
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 403);
  forged.forge = {};
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 303);
  assert.equal((await slowVisit).visit.status, 502);
  assert.equal((await readAudit(slow.owner, 'refuseSso'))[0].fields[0], 'providerUnavailable');
});

test('an address in full-width letters is the same member for providers, directories, invitations and sign-in', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const [typed, email] = [`ａｄａ@${domain}`, `ada@${domain}`];
  const { token } = assertOk(
    await owner.session('POST', '/provisioning/tokens', parameters({ role: 'viewer' })),
  ).body;
  const directory = createTestClient(url, { authorization: `Bearer ${token}` });
  const created = await directory('POST', '/scim/v2/Users', { userName: typed });
  assert.deepEqual([created.status, created.body.userName], [201, email]);
  const invited = await owner.session(
    'POST',
    '/members',
    parameters({ email: typed, role: 'viewer' }),
  );
  assertRefused(invited, 400, 'already_member');
  assert.equal((await signIn(connectionId, person(typed))).location, '/app/');
  const addresses = (await readMembers(owner)).map((member) => member.email);
  assert.deepEqual(
    addresses.filter((address) => address.endsWith(domain)),
    [email],
  );
  assert.equal(
    (await signIn(connectionId, person(email, { sub: `sub of ${typed}` }))).location,
    '/app/',
  );
});

test('people become members by invitation, or at sign-in while seats are left, and roles follow their groups', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const [ada, bob] = [person(`ada@${domain}`), person(`bob@${domain}`, { name: 'Bob' })];
  await assertPageRefused(await signIn(connectionId, ada), owner, 'notInvited');
  const invitation = parameters({ email: ada.email, role: 'editor' });
  assertOk(await owner.session('POST', '/members', invitation));
  const readRole = async (email: string) =>
    (await readMembers(owner)).find((member) => member.email === email)?.role;
  const { location } = await signIn(connectionId, ada);
  assert.deepEqual([location, await readRole(ada.email)], ['/app/', 'editor']);
  assert.equal((await readAudit(owner, 'joinBySso')).length, 1);

  const map = { admins: 'admin', staff: 'editor' };
  const roles = { claim: 'groups', map, default: null };
  assertOk(await update(owner, connectionId, { provisioning: 'onSignIn', roles }));
  const withGroups = (who: typeof ada, groups: unknown) => ({ ...who, groups });
  await assertPageRefused(await signIn(connectionId, bob), owner, 'noRole');
  await signIn(connectionId, withGroups(bob, ['staff', 'admins', '__proto__']));
  assert.equal(await readRole(bob.email), 'admin');
  await signIn(connectionId, withGroups(bob, 'staff'));
  assert.equal(await readRole(bob.email), 'editor');
  assert.equal((await readAudit(owner, 'changeRoleBySso')).length, 1);
  assert.deepEqual(
    (await readMemberEvents(owner)).map(({ type, data }) => [type, data.role, data.cause]),
    [
      ['member.joined', 'editor', 'singleSignOn'],
      ['member.joined', 'admin', 'singleSignOn'],
      ['member.changed', 'editor', 'singleSignOn'],
    ],
  );
  await assertPageRefused(await signIn(connectionId, ada), owner, 'noRole');

  await sql`update accounts set plan = 'starter' where id = ${owner.accountId}`.execute(db);
  const people = await runConcurrently(6, (at) =>
    signIn(connectionId, withGroups(person(`p${at}@${domain}`), 'staff')),
  );
  const codes = people.map(({ visit }) => visit.status).sort();
  assert.deepEqual(codes, [303, 303, 403, 403, 403, 403]);
  assert.equal((await readMembers(owner)).length, 5);
  const { rows } = await sql`select 1 from auth."user" where email like ${`p%@${domain}`}`.execute(
    db,
  );
  assert.equal(rows.length, 2);
  const same = await runConcurrently(6, () => signIn(connectionId, withGroups(bob, 'staff')));
  assert.ok(same.every(({ location: to }) => to === '/app/'));
});

test('an enforced connection is the only way in for its members, except for the break-glass owner', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const members = [await createOwner(instance), await createOwner(instance)] as const;
  const [member, outsider] = members;
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  await addMember(instance, owner, outsider, 'editor');
  const read = (cookie: string) =>
    createTestClient(url, { cookie, origin: url, 'x-account-id': owner.accountId })(
      'GET',
      '/issuers',
    );
  assertOk(await read(member.cookie));
  const passkey = (step: string) => `/api/auth/passkey/${step}`;
  const device = new SoftwareAuthenticator(url);
  const { options } = assertOk(
    await member.session('POST', passkey('generate-register-options'), {}),
  ).body;
  const registration = { name: 'Laptop', response: device.create(options) };
  assertOk(await member.session('POST', passkey('verify-registration'), registration));
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  // At once, in this account only.
  assertRefused(await read(member.cookie), 403, 'sso_required');
  assertOk(await member.session('GET', '/issuers'));
  assertOk(await read(outsider.cookie));
  assertOk(await member.api('GET', '/issuers'));
  const byPassword = (address: string) =>
    anyone('POST', '/api/auth/sign-in/email', { email: address, password });
  assertRefused(await byPassword(email), 403, 'sso_required');
  assertRefused(
    await anyone('POST', '/api/auth/sign-in/email', { email, password: 'wrong one' }),
    401,
    'invalid_credentials',
  );
  const visitor = createTestClient(url, { origin: url });
  const challenge = assertOk(await visitor('POST', passkey('generate-authenticate-options'), {}));
  const response = device.get(challenge.body.options);
  const entered = await visitor('POST', passkey('verify-authentication'), { response });
  assertRefused(entered, 403, 'sso_required');
  assertOk(await anyone('POST', '/api/auth/sign-in/email-code', { email }));
  const { code } = await readEmailCode(instance, email);
  assertRefused(
    await anyone('POST', '/api/auth/sign-in/email-code/confirm', { email, code }),
    403,
    'sso_required',
  );
  // The pages of recipients too, and only for members.
  const bySignInPage = async (address: string, before: number) => {
    const headers = { ...english, 'content-type': 'application/x-www-form-urlencoded' };
    const send = (fields: Record<string, string>) =>
      visitor('POST', '/my/sign-in', new URLSearchParams(fields).toString(), headers);
    assertOk(await send({ email: address }));
    return send({ email: address, code: (await readEmailCode(instance, address, before)).code });
  };
  const refused = await bySignInPage(email, 1);
  assert.equal(refused.status, 403, refused.text);
  assert.match(refused.text, /identity provider|single sign-on/i);
  assert.equal((await bySignInPage(`recipient@${domain}`, 0)).status, 303);
  assertOk(await byPassword(outsider.email));

  // Another address is no way into the account: neither before the first sign-in …
  const readByPassword = async (address: string) =>
    read(readCookie(assertOk(await byPassword(address)).headers));
  const away = `private-${domain}@mail.example`;
  const setAddress = (to: string) =>
    sql`update auth."user" set email = ${to} where id = ${member.personId}`.execute(db);
  await setAddress(away);
  assertRefused(await readByPassword(away), 403, 'sso_required');
  await sql`update members set email = ${away} where person_id = ${member.personId}`.execute(db);
  const secondary = await member.session('POST', '/my/addresses', { parameters: { email } });
  const { addressId } = assertOk(secondary, 201).body;
  assertOk(await readByPassword(away));
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(db);
  assertRefused(await byPassword(away), 403, 'sso_required');
  assertRefused(await read(member.cookie), 403, 'sso_required');
  await sql`delete from user_addresses where id = ${addressId}`.execute(db);
  await setAddress(email);

  const { jar } = await signIn(connectionId, person(email));
  assertOk(await read(jar.cookie(url)));
  // Beside the session of the connection, a passkey proves the rest.
  const beside = asBrowser(instance, jar);
  const { options: request } = assertOk(
    await beside('POST', passkey('generate-authenticate-options'), {}),
  ).body;
  const proof = { response: device.get(request) };
  const proven = readCookie(
    assertOk(await beside('POST', passkey('verify-authentication'), proof)).headers,
  );
  assertOk(await read(proven));
  assertOk(await createTestClient(url, { cookie: proven, origin: url })('GET', '/my/credentials'));
  // … nor after it.
  await sql`update auth."user" set email = ${`away-${email}.example`} where id = ${member.personId}`.execute(
    db,
  );
  assertRefused(await readByPassword(`away-${email}.example`), 403, 'sso_required');

  // The owner's address is moved into the domain, so that only the exemption lets them in.
  const boss = `owner@${domain}`;
  await sql`update auth."user" set email = ${boss} where id = ${owner.personId}`.execute(db);
  assertOk(await byPassword(boss));
  await instance.mailbox.waitFor(boss, /without single sign-on/);
  assert.equal((await readAudit(owner, 'useBreakGlass')).length, 1);
  const path = `/sso/connections/${connectionId}`;
  assert.equal(assertOk(await owner.session('GET', path)).body.breakGlassEmail, boss);
  assertRefused(
    await update(owner, connectionId, { breakGlassEmail: null }),
    400,
    'invalid_request',
    'breakGlassEmail',
  );
  // Without a verified domain, enforcement would lock everyone out.
  assertOk(await owner.session('DELETE', `/sso/domains/${domain}`));
  assertOk(await byPassword(`away-${email}.example`));
  assertOk(await read(member.cookie));
  // The connection signs in nobody of that domain any more.
  assertRefused(await read(jar.cookie(url)), 401, 'invalid_credentials');
  assertOk(await owner.session('DELETE', path));
  assertRefused(await owner.session('GET', path), 404, 'sso_connection_not_found');
});

test('a provider signs in nobody who has left its domains', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  const setAddress = (to: string) =>
    sql`update auth."user" set email = ${to} where id = ${member.personId}`.execute(db);
  await setAddress(email);
  assert.equal((await signIn(connectionId, person(email))).visit.status, 303);
  // Otherwise a former employer could open the account of someone who left, by their subject.
  await setAddress(`ada-${domain}@private.example`);
  const other = { ...person(email), email: `someone@${domain}` };
  await assertPageRefused(await signIn(connectionId, other), owner, 'otherDomain');
  // An address that they confirmed counts like the one that they sign in with.
  const address = { parameters: { email } };
  const added = assertOk(await member.session('POST', '/my/addresses', address), 201);
  const { addressId } = added.body;
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(db);
  assert.equal((await signIn(connectionId, other)).visit.status, 303);
  assertOk(await member.session('DELETE', `/my/addresses/${addressId}`));
  await assertPageRefused(await signIn(connectionId, other), owner, 'otherDomain');
});

test('sessions that a connection opened end when its provider changes or it loses a domain', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const second = newDomain();
  await addVerifiedDomain(dns, owner, second);
  const change = async (fields: object) => assertOk(await update(owner, connectionId, fields));
  const open = async () => {
    const signedIn = await signIn(connectionId, person(`ada@${domain}`));
    assert.equal(signedIn.location, '/app/');
    const session = asBrowser(instance, signedIn.jar);
    assertOk(await session('GET', '/issuers'));
    return () => session('GET', '/issuers');
  };
  const assertEnded = async (read: Awaited<ReturnType<typeof open>>) =>
    assertRefused(await read(), 401, 'invalid_credentials');

  // Use extends no session of a connection beyond 7 days.
  const old = await open();
  await sql`update auth."session" set "createdAt" = now() - interval '8 days'
    where "ssoConnection" = ${connectionId}`.execute(db);
  const stays = await open();
  const { chores } = collectWork((work) => registerPeopleWork(work, { clock: () => new Date() }));
  await db.write(async (trx) => chores.find(({ name }) => name === 'sessions')?.run(trx));
  await assertEnded(old);
  await change({ name: 'Renamed', domains: [domain, second] });
  assertOk(await stays());
  await change({ domains: [domain] });
  await assertEnded(stays);

  await change({ domains: [domain, second] });
  const beforeDeletion = await open();
  assertOk(await owner.session('DELETE', `/sso/domains/${second}`));
  await assertEnded(beforeDeletion);

  const beforeMove = await open();
  await change({ oidc: oidc(provider.issuer) });
  await assertEnded(beforeMove);
  await change({ oidc: oidc(forged.issuer) });
  // Entra ID gives a user another subject for each application.
  const beforeClient = await open();
  await change({ oidc: { clientId: 'second' } });
  forged.forge = { claims: { aud: 'second' } };
  const relinked = await signIn(connectionId, person(`ada@${domain}`, { sub: 'of the second' }));
  forged.forge = {};
  assert.equal(relinked.location, '/app/');
  await assertEnded(beforeClient);
  await change({ oidc: oidc(forged.issuer) });

  const { connectionId: deleted, ...other } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const { jar: last } = await signIn(deleted, person(`ada@${other.domain}`));
  assertOk(await asBrowser(instance, last)('GET', '/issuers'));
  assertOk(await other.owner.session('DELETE', `/sso/connections/${deleted}`));
  await assertEnded(() => asBrowser(instance, last)('GET', '/issuers'));

  // Sign-ins that the change overtakes: before the user is admitted, and before the session exists.
  const overtake = async (email: string, block: RawBuilder<unknown>, query: string) => {
    const jar = new CookieJar();
    const { authorizationUrl } = await startSignIn(instance, connectionId, { jar });
    const answer = forged.answer(authorizationUrl, person(email));
    const [finished] = await db.write(async (trx) => {
      await block.execute(trx);
      const pending = jar.send(answer, { headers: english });
      await waitForCondition('the sign-in waits', async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like ${query}`.execute(
          db,
        );
        return rows.length > 0;
      });
      await sql`update sso_connections set settings = settings || '{"issuer":"https://moved.example.org"}', updated_at = now()
        where id = ${connectionId}`.execute(trx);
      return [pending];
    });
    assert.notEqual((await finished)?.status, 303);
    const { rows } = await sql<{ sessions: number }>`
      select (select count(*) from auth."session" s where s."userId" = u.id)::int as sessions
      from auth."user" u where email = ${email}`.execute(db);
    return rows;
  };
  const connection = sql`select 1 from sso_connections where id = ${connectionId} for update`;
  const early = await overtake(`eve@${domain}`, connection, '%sso_connections%for share%');
  assert.deepEqual(early, []);
  await change({ oidc: oidc(forged.issuer) });
  const sessions = sql`lock table auth."session" in share row exclusive mode`;
  const late = await overtake(`eve@${domain}`, sessions, 'insert into %session%');
  assert.deepEqual(late, [{ sessions: 0 }]);
});

test('a sign-in that any site may start replaces nobody’s session unless they agree', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const victim = await createOwner(instance);
  const jar = new CookieJar();
  const submit = (path: string, fields: Record<string, string>, browser = jar) =>
    browser.send(url + path, {
      method: 'POST',
      headers: { ...english, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const readUser = async () =>
    assertOk(await asBrowser(instance, jar)('GET', '/api/auth/get-session')).body.user;
  await submit('/sign-in', { email: victim.email, password, with: 'password' });
  const mallory = person(`mallory@${domain}`);
  const ask = async () => {
    const { visit } = await signIn(connectionId, mallory, { jar });
    assert.equal(visit.status, 200, visit.text);
    assert.ok(visit.text.includes('Sign in as another user?'));
    assert.ok(visit.text.includes(victim.email) && visit.text.includes(mallory.email));
    assert.equal((await readUser()).id, victim.personId);
    return { code: /name="code" value="([\w-]+)"/.exec(visit.text)?.[1] ?? '' };
  };
  const finish = `/sso/${connectionId}/finish`;
  const elsewhere = await startSignIn(instance, connectionId);
  assert.equal((await submit(finish, await ask(), elsewhere.jar)).status, 403);
  // An answer to a question from before a change opens nothing.
  const beforeRemoval = await ask();
  const members = assertOk(await owner.session('GET', '/members')).body.items;
  const { memberId } = members.find(({ email }: { email: string }) => email === mallory.email);
  assertOk(await owner.session('DELETE', `/members/${memberId}`));
  assert.equal((await submit(finish, beforeRemoval)).status, 400);
  const beforeMove = await ask();
  for (const issuer of [provider.issuer, forged.issuer])
    assertOk(await update(owner, connectionId, { oidc: oidc(issuer) }));
  assert.equal((await submit(finish, beforeMove)).status, 400);
  assert.equal((await readUser()).id, victim.personId);
  const question = await ask();
  assert.equal((await submit(finish, question)).headers.get('location'), '/app/');
  assert.equal((await readUser()).email, mallory.email);
  assert.equal((await submit(finish, question)).status, 400);
  const unknown = await jar.send(`${url}${finish}?code=unknown`);
  assert.equal(unknown.status, 400);
});

test('a sign-in is recent if the provider reports that its own is', async () => {
  const { domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    ...{ provisioning: 'onSignIn', roles: { default: 'admin' } },
  });
  const jar = new CookieJar();
  const now = Math.floor(Date.now() / 1_000);
  const addDomain = async (claims: object) => {
    await signIn(connectionId, person(`ada@${domain}`, claims), { jar });
    const browse = asBrowser(instance, jar);
    const { token } = assertOk(await browse('GET', '/api/auth/token')).body;
    const bearer = createTestClient(url, { authorization: `Bearer ${token}` });
    const answers = [browse, bearer].map((client) =>
      client('POST', '/sso/domains', parameters({ domain: newDomain() })),
    );
    return Promise.all(answers);
  };
  // A browser that is signed in at the provider opens a session without a question.
  for (const time of [undefined, now - 600, now + 600, -1, 1e300])
    for (const answer of await addDomain(time === undefined ? {} : { auth_time: time }))
      assertRefused(answer, 403, 'fresh_sign_in_required');
  for (const answer of await addDomain({ auth_time: now })) assertOk(answer);
});

test('a connection that is deleted meanwhile tests and signs in nobody', async () => {
  const create = () => connectAccount(instance, dns, forged.issuer, { provisioning: 'onSignIn' });
  const deleteConnection = (trx: Trx, connectionId: string) =>
    sql`delete from sso_connections where id = ${connectionId}`.execute(trx);
  /** Sends a request that waits until the deletion is committed. */
  const sendMeanwhile = async <T>(connectionId: string, send: () => Promise<T>): Promise<T> => {
    const { trx, commit } = await openTransaction(db);
    await deleteConnection(trx, connectionId);
    const answer = send();
    await waitUntilBlocked(db);
    await commit();
    return answer;
  };
  const tested = await create();
  const test = () => tested.owner.session('POST', `/sso/connections/${tested.connectionId}/test`);
  const answer = await sendMeanwhile(tested.connectionId, test);
  assertRefused(answer, 404, 'sso_connection_not_found');
  const started = await create();
  const start = () => startSignIn(instance, started.connectionId);
  const page = await sendMeanwhile(started.connectionId, start);
  await assertPageRefused(page, started.owner, 'connectionOff');
  const { owner, domain, connectionId } = await create();
  const ada = person(`ada@${domain}`);
  assert.equal((await signIn(connectionId, ada)).visit.status, 303);
  // An address that becomes someone else's while the sign-in waits for its user links nobody.
  const moved = await createOwner(instance);
  const eve = person(`eve@${domain}`);
  const setAddress = (to: string) =>
    sql`update auth."user" set email = ${to} where id = ${moved.personId}`;
  await setAddress(eve.email).execute(db);
  const move = await openTransaction(db);
  await setAddress(`moved-${moved.email}`).execute(move.trx);
  const linking = signIn(connectionId, eve);
  await waitUntilBlocked(db);
  await move.commit();
  const browse = asBrowser(instance, (await linking).jar);
  const { user } = assertOk(await browse('GET', '/api/auth/get-session')).body;
  assert.deepEqual([user.email, user.id === moved.personId], [eve.email, false]);

  const lock = await openTransaction(db);
  await sql`select 1 from auth."user" where email = ${ada.email} for update`.execute(lock.trx);
  const again = signIn(connectionId, ada);
  await waitUntilBlocked(db);
  const deleting = owner.session('DELETE', `/sso/connections/${connectionId}`);
  await waitUntilBlocked(db, 2);
  await lock.commit();
  assertOk(await deleting);
  const { jar } = await again;
  assert.notEqual((await asBrowser(instance, jar)('GET', '/issuers')).status, 200);
});

test('single sign-on alone opens only its own account, and an emailed code what is the user’s own', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  const { jar } = await signIn(connectionId, person(email));
  const browse = asBrowser(instance, jar);
  const { token } = assertOk(await browse('GET', '/api/auth/token')).body;
  const foreign = await createOwner(instance);
  const invited = await foreign.api('POST', '/members', parameters({ email, role: 'viewer' }));
  const { inviteId } = assertOk(invited).body;
  const { jar: twin } = await signIn(connectionId, person(email));
  const setUp = [
    ['DELETE', '/account'],
    ['GET', '/api/auth/two-factor'],
    ['GET', '/api/auth/passkey/list-user-passkeys'],
    ['POST', '/members/accept', parameters({ inviteId })],
    ['GET', '/my/credentials'],
    ['GET', '/my/export'],
    ['POST', '/my/addresses', parameters({ email: `mallory@${domain}` })],
    ['DELETE', '/my'],
    ['POST', '/api/auth/two-factor/enable', {}],
    ['POST', '/api/auth/passkey/generate-register-options', {}],
    ['POST', '/api/auth/change-password', { currentPassword: password, newPassword: password }],
  ] as const;
  for (const client of [browse, createTestClient(url, { authorization: `Bearer ${token}` })]) {
    const as = (accountId: string) =>
      client('GET', '/issuers', undefined, { 'x-account-id': accountId });
    assertOk(await as(owner.accountId));
    assertRefused(await as(member.accountId), 403, 'own_sign_in_required');
    const { accountId, accounts } = assertOk(await client('GET', '/account')).body;
    assert.equal(accountId, owner.accountId);
    assert.deepEqual(
      accounts.map((one: { accountId: string }) => one.accountId),
      [owner.accountId],
    );
    for (const [method, path, body] of setUp)
      assertRefused(await client(method, path, body), 403, 'own_sign_in_required');
  }
  // A key that it creates reaches no further.
  const created = await browse('POST', '/api-keys', parameters({ name: 'Ada', scope: 'read' }));
  const withKey = createTestClient(url, { 'x-api-key': assertOk(created).body.key });
  assert.equal(assertOk(await withKey('GET', '/account')).body.accounts.length, 1);
  const acceptance = await withKey('POST', '/members/accept', parameters({ inviteId }));
  assertRefused(acceptance, 403, 'own_sign_in_required');
  // Processes of an earlier version, which run during an upgrade, don't write the column.
  const { rows: old } = await sql<{ byDefault: string }>`
    select column_default as "byDefault" from information_schema.columns
    where table_name = 'api_keys' and column_name = 'sso_only'`.execute(db);
  assert.deepEqual(old, [{ byDefault: 'true' }]);
  // An admin, who chooses the provider, must not do what only the owner may.
  const setOwnerEmail = (to: string) =>
    sql`update auth."user" set email = ${to} where id = ${owner.personId}`.execute(db);
  await setOwnerEmail(`owner@${domain}`);
  const { jar: asOwner } = await signIn(connectionId, person(`owner@${domain}`));
  const issuerId = await createIssuer(owner);
  const rule = parameters({ requireSecondFactor: false });
  for (const [method, path, body] of [
    ['PUT', '/account/security', rule],
    ['POST', `/issuers/${issuerId}/transfer`, parameters({ email: foreign.email })],
  ] as const)
    assertRefused(
      await asBrowser(instance, asOwner)(method, path, body),
      403,
      'own_sign_in_required',
    );
  await setOwnerEmail(owner.email);
  // Nor does it complete the setup of an authenticator app that the user has started.
  const app = assertOk(await member.session('POST', '/api/auth/two-factor/enable', { password }));
  const appCode = { code: getCode(app.body.secret) };
  const completion = await browse('POST', '/api/auth/two-factor/verify-totp', appCode);
  assertRefused(completion, 400, 'second_factor_expired');
  const state = assertOk(await member.session('GET', '/api/auth/two-factor')).body;
  assert.equal(state.enabled, false);
  // Nor does it see or end the user's own sessions.
  const read = async (client: typeof browse): Promise<{ id: string; openedBy: string }[]> =>
    assertOk(await client('GET', '/api/auth/list-sessions')).body.items;
  const [own] = (await read(member.session)).filter(({ openedBy }) => openedBy === 'password');
  assert.deepEqual(
    (await read(browse)).map(({ openedBy }) => openedBy),
    ['sso', 'sso'],
  );
  const end = { sessionId: own?.id };
  assertRefused(await browse('POST', '/api/auth/revoke-session', end), 404, 'session_not_found');
  assertOk(await browse('POST', '/api/auth/revoke-other-sessions'));
  assert.equal((await read(browse)).length, 1);
  assertOk(await member.session('GET', '/account'));
  assertRefused(await asBrowser(instance, twin)('GET', '/account'), 401, 'invalid_credentials');
  // The sign-in page would lead back to the provider.
  const invitation = await jar.send(`${url}/accept-invitation?inviteId=${inviteId}`);
  const codePath = `/my/sign-in?invitation=${inviteId}`;
  assert.ok(
    invitation.text.includes(`<a class="button" href="${codePath}">Sign in with a code</a>`),
    invitation.text,
  );
  const redirects = {
    '/my': '/my/sign-in',
    '/my/settings': '/my/sign-in',
    '/security': '/my/sign-in',
  };
  for (const [path, to] of Object.entries(redirects))
    assert.equal((await jar.send(url + path)).headers.get('location'), to, path);

  // Also if single sign-on is required: the session of the connection stays open.
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  const confirm = async (client: typeof browse, before: number) => {
    assertOk(await client('POST', '/api/auth/sign-in/email-code', { email }));
    const { code } = await readEmailCode(instance, email, before);
    return client('POST', '/api/auth/sign-in/email-code/confirm', { email, code });
  };
  assertRefused(await confirm(anyone, 0), 403, 'sso_required');
  const enterPassword = (client: typeof browse) =>
    client('POST', '/api/auth/sign-in/email', { email, password });
  assertRefused(await enterPassword(anyone), 403, 'sso_required');
  const entered = readCookie(assertOk(await enterPassword(browse)).headers);
  const byPassword = createTestClient(url, { cookie: entered, origin: url });
  for (const { accountId } of [owner, member])
    assertOk(await byPassword('GET', '/issuers', undefined, { 'x-account-id': accountId }));
  // A session of another user counts for nobody else.
  const stranger = await signIn(connectionId, person(`grace@${domain}`));
  assertRefused(await confirm(asBrowser(instance, stranger.jar), 1), 403, 'sso_required');
  const cookie = readCookie(assertOk(await confirm(browse, 2)).headers);
  const both = createTestClient(url, { cookie, origin: url });
  assertOk(await both('GET', '/my/credentials'));
  for (const { accountId } of [owner, member])
    assertOk(await both('GET', '/issuers', undefined, { 'x-account-id': accountId }));
});

test('a provider counts as second factor in its own account only, and replaces nobody’s own', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const other = await createOwner(instance, 'pro');
  for (const each of [owner, other]) {
    await setUpApp(each);
    const body = parameters({ requireSecondFactor: true });
    assertOk(await each.session('PUT', '/account/security', body));
  }
  const member = await createOwner(instance);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, other, { ...member, email }, 'editor');
  const { jar } = await signIn(connectionId, person(email));
  const as = (accountId: string) => asBrowser(instance, jar, { 'x-account-id': accountId });
  assertOk(await as(owner.accountId)('GET', '/issuers'));
  assertRefused(await as(other.accountId)('GET', '/issuers'), 403, 'own_sign_in_required');

  const { secret, backupCodes } = await setUpApp(member);
  const again = await signIn(connectionId, person(email));
  assert.equal(again.location, `/sign-in/code?${new URLSearchParams({ next: '/app/' })}`);
  const half = asBrowser(instance, again.jar);
  assertRefused(await half('GET', '/api/auth/get-session'), 401, 'unauthorized');
  const done = await half('POST', '/api/auth/two-factor/verify-totp', { code: getCode(secret, 1) });
  const cookie = assertOk(done)
    .headers.getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const both = createTestClient(url, { cookie, origin: url });
  const { items } = assertOk(await both('GET', '/api/auth/list-sessions')).body;
  const current = items.find((one: { current: boolean }) => one.current);
  assert.deepEqual([current.openedBy, current.secondFactor], ['sso', 'totp']);
  assertOk(await both('GET', '/issuers', undefined, { 'x-account-id': other.accountId }));

  // A password and a second step beside that session keep its connection.
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  const first = assertOk(await both('POST', '/api/auth/sign-in/email', { email, password }));
  const step = createTestClient(url, { cookie: readCookie(first.headers), origin: url });
  const code = { code: backupCodes[0] };
  const second = assertOk(await step('POST', '/api/auth/two-factor/verify-backup-code', code));
  const proven = createTestClient(url, { cookie: readCookie(second.headers), origin: url });
  for (const { accountId } of [owner, other])
    assertOk(await proven('GET', '/issuers', undefined, { 'x-account-id': accountId }));
});

test('a test shows claims, role and each check with its reason, and creates nothing', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    ...{ provisioning: 'onSignIn', roles: { claim: 'groups', map: { staff: 'editor' } } },
  });
  const runTest = async (who: Person, cookie = owner.cookie) => {
    const path = `/sso/connections/${connectionId}/test`;
    const { url: link } = assertOk(await owner.session('POST', path)).body;
    const jar = new CookieJar();
    const started = await jar.send(link, { headers: { cookie } });
    const location = started.headers.get('location');
    if (!location) return { started, visit: started, link };
    return {
      started,
      visit: await jar.send(forged.answer(location, who), { headers: english }),
      link,
    };
  };
  const ada = person(`ada@${domain}`, { groups: ['staff'], note: '<b>bold</b>' });
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from auth."user")::int + (select count(*) from members)::int
        + (select count(*) from auth."session")::int + (select count(*) from sso_identities)::int as n`.execute(
      db,
    );
    return rows[0]?.n;
  };
  const before = await count();
  const good = await runTest(ada);
  assert.equal(good.visit.status, 200, good.visit.text);
  for (const part of [
    ...['The sign-in would succeed.', 'Verified email address', ada.email, 'Would be created'],
    ...['editor', '&lt;b&gt;bold&lt;/b&gt;', 'sub of ada', 'No user, member or session'],
  ])
    assert.ok(good.visit.text.includes(part), part);
  const bad = await runTest({ ...ada, email_verified: false });
  assert.match(bad.visit.text, /The sign-in would be refused\..*hasn’t verified your email/s);
  forged.forge = { claims: { nonce: 'another' } };
  assert.match((await runTest(ada)).visit.text, /Identity provider.*Failed.*nonce/s);
  forged.forge = {};
  assert.equal(await count(), before);
  // The link works once, and for the admin only.
  const stranger = await createOwner(instance);
  assert.equal((await runTest(ada, stranger.cookie)).started.status, 400);
  const used = await new CookieJar().send(good.link, { headers: { cookie: owner.cookie } });
  assert.equal(used.status, 400);
  assert.deepEqual((await readAudit(owner, 'joinBySso')).length, 0);
});

test('a domain whose record disappears is announced, and switched off after 14 days', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const urls = createUrls(url);
  let now = new Date();
  const { chores, remoteHandlers } = collectWork((work) =>
    registerSsoWork(work, {
      ...{ db, urls, clock: () => now },
      lookUpTexts: createTextLookup(instance.config.dnsServers),
    }),
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from sso_domains where domain = ${domain}`.execute(db);
  const check = async () => {
    await instance.db.write(async (trx) => {
      for (const { run } of chores) await run(trx);
      // The worker would run these jobs at the time of its own clock.
      await sql`delete from jobs where kind = 'sso-domain'`.execute(trx);
    });
    const job = { payload: { domainId: rows[0]?.id } } as never;
    await remoteHandlers['sso-domain']?.(job, undefined as never);
  };
  const read = async () => assertOk(await owner.session('GET', '/sso/domains')).body.items[0];
  const values = dns.texts.get(domain) ?? [];
  const later = (days: number) => {
    now = new Date(Date.now() + days * 86_400_000);
  };
  later(1);
  await check();
  assert.equal((await read()).missingSince, null);
  dns.isBroken = true;
  await check();
  dns.isBroken = false;
  assert.equal((await read()).missingSince, null, 'a broken resolver says nothing');
  dns.texts.delete(domain);
  later(2);
  await check();
  assert.ok((await read()).missingSince);
  await instance.mailbox.waitFor(owner.email, /DNS record of .* is missing/);
  const path = `/sso/connections/${connectionId}`;
  assert.equal(assertOk(await owner.session('GET', path)).body.warnings[0].kind, 'domain');
  dns.texts.set(domain, values);
  await check();
  assert.equal((await read()).missingSince, null);
  dns.texts.delete(domain);
  later(3);
  await check();
  later(16);
  await check();
  assert.equal((await read()).verified, true);
  later(17.1);
  await check();
  assert.equal((await read()).verified, false);
  await instance.mailbox.waitFor(owner.email, /Single sign-on has stopped/);
  assert.equal((await readAudit(owner, 'loseSsoDomain')).length, 1);
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 403);
  await addVerifiedDomain(dns, await createOwner(instance), domain);
});

test('a provider that replaces its key signs in with the new one a minute later, and no longer with the old one', async (context) => {
  const { domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const ada = person(`ada@${domain}`);
  assert.equal((await signIn(connectionId, ada)).location, '/app/');
  const real = Date.now;
  context.mock.method(Date, 'now', () => real() + 61_000);
  forged.forge = { isRotated: true };
  assert.equal((await signIn(connectionId, ada)).location, '/app/');
  forged.forge = {};
  assert.equal((await signIn(connectionId, ada)).visit.status, 403);
});

test('the operator lists, disables and enables connections, and unlinks a user, with audit entries', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer, {
    provisioning: 'onSignIn',
  });
  const home = (await createTemporaryDirectory()).path;
  const run = (...args: string[]) =>
    runCommand(home, ['sso', ...args], { env: getInstanceSettings(instance) });
  const ada = person(`ada@${domain}`);
  const { jar } = await signIn(connectionId, ada);
  const listed = assertSucceeded(await run('list', '--account', owner.accountId, '--json'));
  assert.deepEqual(JSON.parse(listed).connections[0].domains, [domain]);
  const shown = assertSucceeded(await run('show', connectionId, '--json'));
  assert.equal(JSON.parse(shown).users, 1);
  assert.ok(!shown.includes(clientSecret) && !shown.includes('"secret"'));
  assert.equal((await run('disable', connectionId)).code, 2, 'asks first');
  assertSucceeded(await run('disable', connectionId, '--yes'));
  assert.equal((await run('disable', connectionId, '--yes')).code, 4);
  const session = asBrowser(instance, jar);
  assertRefused(await session('GET', '/issuers'), 401, 'invalid_credentials');
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 403);
  assertSucceeded(await run('enable', connectionId));
  await assertPageRefused(
    await signIn(connectionId, { ...ada, sub: 'new' }),
    owner,
    'otherSubject',
  );
  // Their primary address may be a private one, which admins don't know.
  await sql`with moved as (
      update auth."user" set email = ${`ada-${domain}@mail.example`} where email = ${ada.email} returning id)
    insert into user_addresses (id, person_id, email, address, confirmed_at, created_at)
    select gen_random_uuid(), id, ${ada.email}, ${ada.email}, now(), now() from moved`.execute(db);
  assertSucceeded(await run('unlink', connectionId, ada.email, '--yes'));
  assert.equal((await run('unlink', connectionId, ada.email, '--yes')).code, 4);
  assert.equal((await signIn(connectionId, { ...ada, sub: 'new' })).location, '/app/');
  for (const action of ['disableSso', 'enableSso', 'unlinkSso'])
    assert.equal((await readAudit(owner, action))[0].byOperator, true);
});

test('an account has at most 10 connections and 50 domains, also by concurrent requests', async () => {
  const { owner, connectionId } = await connectAccount(instance, dns, forged.issuer);
  await sql`insert into sso_connections
    select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
    from sso_connections c, generate_series(1, 8) where c.id = ${connectionId}`.execute(db);
  await sql`insert into sso_domains (id, account_id, domain, written, token, created_at)
    select gen_random_uuid(), ${owner.accountId}, n || '.example.org', n || '.example.org', 'x', now()
    from generate_series(1, 48) n`.execute(db);
  const connection = { name: 'A', protocol: 'oidc', oidc: oidc(forged.issuer) };
  const counts = await Promise.all([
    runConcurrently(4, () => owner.session('POST', '/sso/connections', parameters(connection))),
    runConcurrently(4, () =>
      owner.session('POST', '/sso/domains', parameters({ domain: newDomain() })),
    ),
  ]);
  for (const answers of counts) {
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 3);
    for (const answer of refused) assertRefused(answer, 409, 'sso_limit_reached');
  }
});

test('at most 50 refused sign-ins of a connection are in the audit log per hour, also concurrent ones', async () => {
  const { owner, connectionId } = await connectAccount(instance, dns, forged.issuer);
  await sql`update sso_connections set refused = 45, refused_since = ${instance.clock.now()} where id = ${connectionId}`.execute(
    db,
  );
  const refuse = () =>
    new CookieJar().send(`${url}/sso/${connectionId}/callback?state=x`, { headers: english });
  const visits = await runConcurrently(10, refuse);
  const named = visits.filter(({ status, text }) => status === 400 && /Reference: /.test(text));
  const entries = await readAudit(owner, 'refuseSso');
  assert.deepEqual([named.length, entries.length], [5, 5]);
  const last = entries.filter(({ fields }: { fields: string[] }) =>
    fields.includes('limitReached'),
  );
  assert.equal(last.length, 1);
  await sql`update sso_connections set refused_since = refused_since - interval '1 hour' where id = ${connectionId}`.execute(
    db,
  );
  await refuse();
  assert.equal((await readAudit(owner, 'refuseSso')).length, 6);
});

test('a second step that waits is refused once single sign-on is required', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const member = await createOwner(instance);
  const { secret, backupCodes } = await setUpApp(member);
  const email = `ada@${domain}`;
  await sql`update auth."user" set email = ${email} where id = ${member.personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  const startStep = async () => {
    const first = await anyone('POST', '/api/auth/sign-in/email', { email, password });
    return createTestClient(url, { cookie: readCookie(assertOk(first).headers), origin: url });
  };
  const [byApp, byRecovery] = [await startStep(), await startStep()];
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: owner.email }));
  const enter = (client: typeof byApp, kind: string, code = '') =>
    client('POST', `/api/auth/two-factor/verify-${kind}`, { code });
  assertRefused(await enter(byApp, 'totp', getCode(secret, 1)), 403, 'sso_required');
  assertRefused(await enter(byRecovery, 'backup-code', backupCodes[0]), 403, 'sso_required');
});

test('people whom a directory adds at a verified domain are members at once, and only the directory restores them', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const role = parameters({ role: 'editor' });
  const { token } = assertOk(await owner.session('POST', '/provisioning/tokens', role)).body;
  const scim = createTestClient(url, { authorization: `Bearer ${token}` });
  const add = async (userName: string) =>
    assertOk(await scim('POST', '/scim/v2/Users', { userName, displayName: 'Ada' }), 201).body.id;
  const ada = person(`ada@${domain}`);
  const id = await add(ada.email);
  const readStatus = async (email: string) =>
    (await readMembers(owner)).find((member) => member.email === email)?.status;
  assert.equal(await readStatus(ada.email), 'active');
  // A verified domain says nothing about its subdomains.
  const [below, elsewhere] = [`ada@sub.${domain}`, `ada@elsewhere-${domain}`];
  for (const email of [below, elsewhere]) {
    await add(email);
    assert.equal(await readStatus(email), 'pending');
    await instance.mailbox.waitFor(email, /invites you/);
  }
  const { rows } = await sql`select 1 from mails where recipient = ${ada.email}`.execute(db);
  assert.equal(rows.length, 0, 'no invitation');
  const { jar, location } = await signIn(connectionId, ada);
  assert.equal(location, '/app/');
  const session = asBrowser(instance, jar, { 'x-account-id': owner.accountId });
  assertOk(await session('GET', '/issuers'));

  const groups = [{ group: 'Editors', role: 'editor' }];
  const roles = parameters({ defaultRole: 'viewer', groups });
  assertOk(await owner.session('PUT', '/provisioning', roles));
  const group = { displayName: 'Editors', members: [{ value: id }] };
  assertOk(await scim('POST', '/scim/v2/Groups', group), 201);
  const activate = (value: boolean) => {
    const operations = [{ op: 'replace', path: 'active', value }];
    return scim('PATCH', `/scim/v2/Users/${id}`, { Operations: operations });
  };
  assertOk(await activate(false));
  assertRefused(await session('GET', '/issuers'), 401, 'invalid_credentials');
  assertOk(await update(owner, connectionId, { provisioning: 'onSignIn' }));
  await assertPageRefused(await signIn(connectionId, ada), owner, 'removed');
  const invitation = parameters({ email: ada.email, role: 'viewer' });
  assertRefused(await owner.session('POST', '/members', invitation), 400, 'member_deprovisioned');
  assert.equal(await readStatus(ada.email), 'deprovisioned');
  assertOk(await activate(true));
  const again = await signIn(connectionId, ada);
  const restored = asBrowser(instance, again.jar, { 'x-account-id': owner.accountId });
  assertOk(await restored('GET', '/issuers'));
  assert.deepEqual(
    (await readMemberEvents(owner)).map(({ type, data }) => [type, data.memberId, data.cause]),
    ['joined', 'changed', 'removed', 'joined'].map((name) => [`member.${name}`, id, 'directory']),
  );

  // Okta deactivates people, and creates them again if their userName changed meanwhile.
  const grace = person(`grace@${domain}`);
  const create = async (userName: string) => {
    const user = { userName, externalId: '00ujl29u0le5T6Aj10h7' };
    return assertOk(await scim('POST', '/scim/v2/Users', user), 201).body.id;
  };
  const earlier = await create(grace.email);
  const before = assertOk(
    await asBrowser(instance, (await signIn(connectionId, grace)).jar)(
      'GET',
      '/api/auth/get-session',
    ),
  ).body.user.id;
  const off = { Operations: [{ op: 'replace', value: { active: false } }] };
  assertOk(await scim('PATCH', `/scim/v2/Users/${earlier}`, off));
  const renamed = { ...grace, email: `hopper@${domain}` };
  assert.notEqual(await create(renamed.email), earlier);
  const back = await signIn(connectionId, renamed);
  assert.equal(back.location, '/app/', back.visit.text);
  const asGrace = asBrowser(instance, back.jar);
  assert.equal(assertOk(await asGrace('GET', '/api/auth/get-session')).body.user.id, before);
  assertOk(await asGrace('GET', '/issuers'));
});

test('the exempt owner gets in without a provider and without the authenticator app, and is emailed each time', async () => {
  const { owner, domain, connectionId } = await connectAccount(instance, dns, forged.issuer);
  const member = await createOwner(instance);
  const [boss, email] = [`boss@${domain}`, `ada@${domain}`];
  const { backupCodes } = await setUpApp(owner);
  for (const [address, { personId }] of [
    [boss, owner],
    [email, member],
  ] as const)
    await sql`update auth."user" set email = ${address} where id = ${personId}`.execute(db);
  await addMember(instance, owner, { ...member, email }, 'editor');
  assertOk(await update(owner, connectionId, { enforced: true, breakGlassEmail: boss }));
  forged.forge = {
    answers: { '/.well-known/openid-configuration': ({ socket }) => void socket?.destroy() },
  };
  assert.equal((await startSignIn(instance, connectionId)).visit.status, 502);
  const byPassword = (address: string) =>
    anyone('POST', '/api/auth/sign-in/email', { email: address, password });
  const uses = async () => (await readAudit(owner, 'useBreakGlass')).length;
  const first = assertOk(await byPassword(boss));
  assert.equal(await uses(), 0, 'the second step is missing');
  const half = createTestClient(url, { cookie: readCookie(first.headers), origin: url });
  const code = { code: backupCodes[0] };
  assertOk(await half('POST', '/api/auth/two-factor/verify-backup-code', code));
  await instance.mailbox.waitFor(boss, /without single sign-on/);
  assert.equal(await uses(), 1);
  // Without recovery codes, the operator helps: with the factor, or for members by switching off the connection.
  const home = (await createTemporaryDirectory()).path;
  const run = (...args: string[]) =>
    runCommand(home, [...args, '--yes'], { env: getInstanceSettings(instance) });
  assertSucceeded(await run('people', 'remove-factor', boss));
  assertOk(await byPassword(boss));
  await instance.mailbox.waitFor(boss, /without single sign-on/, 1);
  assert.equal(await uses(), 2);
  const { session } = await signInByCode(instance, boss);
  assertOk(await session('GET', '/account'));
  await instance.mailbox.waitFor(boss, /without single sign-on/, 2);
  assert.equal(await uses(), 3);
  assertRefused(await byPassword(email), 403, 'sso_required');
  assertSucceeded(await run('sso', 'disable', connectionId));
  assertOk(await byPassword(email));
  forged.forge = {};
});
