import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { addMember, createOwner, type Owner, password, readCookie } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { getCode, setUpApp } from './support/second-factor.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url } = instance;

const set = ({ session }: Pick<Owner, 'session'>, requireSecondFactor: boolean) =>
  session('PUT', '/account/security', { parameters: { requireSecondFactor } });
/** A request in the owner's account. */
const read = ({ accountId }: Owner, headers: Record<string, string>) =>
  createTestClient(url, { ...headers, 'x-account-id': accountId, origin: url })('GET', '/issuers');

/** The owner has no second factor, but an open session. */
async function createRequiringAccount(): Promise<Owner> {
  const owner = await createOwner(instance, 'pro');
  assert.deepEqual(assertOk(await set(owner, true)).body, { requireSecondFactor: true });
  return owner;
}

const age = ({ personId }: Owner) =>
  sql`update auth."session" set "createdAt" = now() - interval '6 minutes'
    where "userId" = ${personId}`.execute(instance.db);
const signIn = async ({ email }: Owner) => {
  const response = await createTestClient(url)('POST', '/api/auth/sign-in/email', {
    ...{ email, password },
  });
  return { cookie: readCookie(assertOk(response).headers) };
};

test('only the owner requires a second factor, and stops requiring it only after a recent sign-in', async () => {
  const owner = await createOwner(instance, 'pro');
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const security = async () => assertOk(await owner.session('GET', '/account/security')).body;
  assert.deepEqual(await security(), { requireSecondFactor: false, membersWithout: 2 });
  const body = { parameters: { requireSecondFactor: false } };
  assertRefused(await owner.api('PUT', '/account/security', body), 403, 'person_required');
  const asAdmin = createTestClient(url, {
    ...{ cookie: admin.cookie, origin: url, 'x-account-id': owner.accountId },
  });
  assertRefused(await asAdmin('PUT', '/account/security', body), 403, 'role_too_small');
  await age(owner);
  assertOk(await set(owner, true));
  assert.deepEqual(await security(), { requireSecondFactor: true, membersWithout: 2 });
  const [entry] = assertOk(await owner.session('GET', '/audit-log')).body.items;
  assert.deepEqual(
    [entry.action, entry.fields],
    ['updateAccountSecurity', ['requireSecondFactor']],
  );
  assertRefused(await set(owner, false), 403, 'fresh_sign_in_required');
  // The next sign-in asks the owner too.
  assertRefused(await read(owner, await signIn(owner)), 403, 'second_factor_required');
});

test('open sessions and their JWTs keep working; later sign-ins need a second factor, in this account only', async () => {
  const owner = await createOwner(instance, 'pro');
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'editor');
  const { cookie: ended } = await signIn(member);
  assertOk(await set(owner, true));
  const bySession = { cookie: member.cookie };
  for (const by of [bySession, { authorization: `Bearer ${member.jwt}` }, { cookie: ended }])
    assertOk(await read(owner, by));
  assertOk(await owner.session('GET', '/issuers'));
  const later = await signIn(member);
  const asLater = createTestClient(url, { ...later, origin: url });
  const { token } = assertOk(await asLater('GET', '/api/auth/token')).body;
  for (const by of [later, { authorization: `Bearer ${token}` }])
    assertRefused(await read(owner, by), 403, 'second_factor_required');
  assertOk(await asLater('GET', '/issuers'));
  assertOk(await asLater('GET', '/my/credentials'));
  assertOk(await owner.api('GET', '/issuers'));
  // Repeating it exempts no more sessions.
  assertOk(await set(owner, true));
  assertRefused(await read(owner, later), 403, 'second_factor_required');
  // Someone who joins isn't exempt either.
  const joining = await createOwner(instance);
  await addMember(instance, owner, joining, 'viewer');
  assertRefused(await read(owner, { cookie: joining.cookie }), 403, 'second_factor_required');

  // The session that completes the setup continues. Another one needs a code.
  const { secret } = await setUpApp({ session: asLater });
  assertOk(await read(owner, later));
  const waiting = createTestClient(url, await signIn(member));
  const code = getCode(secret, 1);
  const second = await waiting('POST', '/api/auth/two-factor/verify-totp', { code });
  assertOk(await read(owner, { cookie: readCookie(assertOk(second).headers) }));

  // Stopping and requiring it again exempts the sessions that are open then.
  assertOk(await set(owner, false));
  const open = await signIn(joining);
  assertOk(await read(owner, open));
  assertOk(await set(owner, true));
  assertOk(await read(owner, open));
  assertRefused(await read(owner, await signIn(joining)), 403, 'second_factor_required');
});

test('concurrent requests to require it exempt each open session once', async () => {
  const owner = await createOwner(instance, 'pro');
  const answers = await runConcurrently(10, () => set(owner, true));
  for (const answer of answers) assertOk(answer);
  const { rows } = await sql`select 1 from second_factor_exemptions
    where account_id = ${owner.accountId}`.execute(instance.db);
  assert.equal(rows.length, 1);
});

test('a member who removed the factor is refused until the account stops requiring it', async () => {
  const owner = await createRequiringAccount();
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const { backupCodes } = await setUpApp(member);
  const by = { cookie: member.cookie };
  assertOk(await read(owner, by));
  const code = backupCodes[0];
  assertOk(await member.session('POST', '/api/auth/two-factor/disable', { code }));
  assertRefused(await read(owner, by), 403, 'second_factor_required');
  assertOk(await set(owner, false));
  assertOk(await read(owner, by));
});

test('a session opened with a removed factor stays refused once another is set up', async () => {
  const owner = await createRequiringAccount();
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const { backupCodes } = await setUpApp(member);
  const anyone = createTestClient(url);
  const credentials = { email: member.email, password };
  const first = assertOk(await anyone('POST', '/api/auth/sign-in/email', credentials));
  const waiting = createTestClient(url, { cookie: readCookie(first.headers) });
  const [code, next] = backupCodes;
  const opened = await waiting('POST', '/api/auth/two-factor/verify-backup-code', { code });
  const by = { cookie: readCookie(assertOk(opened).headers) };
  assertOk(await read(owner, by));
  assertOk(await member.session('POST', '/api/auth/two-factor/disable', { code: next }));
  await setUpApp(member);
  assertOk(await read(owner, { cookie: member.cookie }));
  assertRefused(await read(owner, by), 403, 'second_factor_required');
});

test('members set up the required factor on a page that needs no account', async () => {
  const owner = await createRequiringAccount();
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const outsider = await createOwner(instance);
  const open = (fields?: Record<string, string>, cookie = member.cookie) =>
    fetch(`${url}/security`, {
      redirect: 'manual',
      headers: {
        ...{ cookie, accept: 'text/html', origin: url },
        ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(fields && { method: 'POST', body: `${new URLSearchParams(fields)}` }),
    });
  assert.equal((await open(undefined, '')).headers.get('location'), '/sign-in');
  assert.match(await (await open()).text(), /<h1>Set up your second factor<\/h1>/);
  const unasked = await (await open(undefined, outsider.cookie)).text();
  assert.match(unasked, /<h1>Security<\/h1>/);
  assert.doesNotMatch(unasked, /requires a second factor/);
  const wrong = await open({ act: 'startSetup', password: 'wrong password' });
  assert.match(await wrong.text(), /Wrong password/);
  const setup = await (await open({ act: 'startSetup', password })).text();
  const uri = /name="uri" value="([^"]+)"/.exec(setup)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const code = getCode(new URL(uri).searchParams.get('secret') ?? '');
  const done = await (await open({ act: 'completeSetup', uri, codes: '', code })).text();
  assert.match(done, /href="\/app\/"/);
  assertOk(await read(owner, { cookie: member.cookie }));
});
