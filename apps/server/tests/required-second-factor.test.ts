import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { addMember, createOwner, type Owner, password, readCookie } from './support/people.ts';
import { getCode, setUpApp } from './support/second-factor.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url } = instance;

const set = ({ session }: Pick<Owner, 'session'>, requireSecondFactor: boolean) =>
  session('PUT', '/account/security', { parameters: { requireSecondFactor } });
/** A request in the owner's account. */
const read = ({ accountId }: Owner, headers: Record<string, string>) =>
  createTestClient(url, { ...headers, 'x-account-id': accountId, origin: url })('GET', '/issuers');

async function createRequiringAccount(): Promise<Owner> {
  const owner = await createOwner(instance, 'pro');
  await setUpApp(owner);
  assert.deepEqual(assertOk(await set(owner, true)).body, { requireSecondFactor: true });
  return owner;
}

test('only the owner, with a second factor and not with a key, requires one', async () => {
  const owner = await createOwner(instance, 'pro');
  const admin = await createOwner(instance);
  await addMember(instance, owner, admin, 'admin');
  const security = async () => assertOk(await owner.session('GET', '/account/security')).body;
  assert.deepEqual(await security(), { requireSecondFactor: false, membersWithout: 2 });
  assertRefused(await set(owner, true), 403, 'second_factor_required');
  assertOk(await set(owner, false));
  const body = { parameters: { requireSecondFactor: false } };
  assertRefused(await owner.api('PUT', '/account/security', body), 403, 'person_required');
  const asAdmin = createTestClient(url, {
    ...{ cookie: admin.cookie, origin: url, 'x-account-id': owner.accountId },
  });
  assertRefused(await asAdmin('PUT', '/account/security', body), 403, 'role_too_small');
  await setUpApp(owner);
  assertOk(await set(owner, true));
  assert.deepEqual(await security(), { requireSecondFactor: true, membersWithout: 1 });
  const [entry] = assertOk(await owner.session('GET', '/audit-log')).body.items;
  assert.deepEqual(
    [entry.action, entry.fields],
    ['updateAccountSecurity', ['requireSecondFactor']],
  );
});

test('sessions and JWTs without a second factor are refused at once, in this account only; keys keep working', async () => {
  const owner = await createRequiringAccount();
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'editor');
  const bySession = { cookie: member.cookie };
  const byToken = { authorization: `Bearer ${member.jwt}` };
  for (const by of [bySession, byToken])
    assertRefused(await read(owner, by), 403, 'second_factor_required');
  assertOk(await member.session('GET', '/issuers'));
  assertOk(await member.session('GET', '/my/credentials'));
  assertOk(await owner.api('GET', '/issuers'));
  assertOk(await owner.session('GET', '/issuers'));

  // The session that completes the setup continues. Another one needs a code.
  const anyone = createTestClient(url);
  const credentials = { email: member.email, password };
  const before = assertOk(await anyone('POST', '/api/auth/sign-in/email', credentials));
  const { secret } = await setUpApp(member);
  for (const by of [bySession, byToken]) assertOk(await read(owner, by));
  const byOther = { cookie: readCookie(before.headers) };
  assertRefused(await read(owner, byOther), 403, 'second_factor_required');
  const first = assertOk(await anyone('POST', '/api/auth/sign-in/email', credentials));
  const waiting = createTestClient(url, { cookie: readCookie(first.headers) });
  const code = getCode(secret, 1);
  const second = await waiting('POST', '/api/auth/two-factor/verify-totp', { code });
  assertOk(await read(owner, { cookie: readCookie(assertOk(second).headers) }));
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
  const wrong = await open({ act: 'startSetup', password: 'wrong password' });
  assert.match(await wrong.text(), /Wrong password/);
  const setup = await (await open({ act: 'startSetup', password })).text();
  const uri = /name="uri" value="([^"]+)"/.exec(setup)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const code = getCode(new URL(uri).searchParams.get('secret') ?? '');
  const done = await (await open({ act: 'completeSetup', uri, codes: '', code })).text();
  assert.match(done, /href="\/app\/"/);
  assertOk(await read(owner, { cookie: member.cookie }));
});
