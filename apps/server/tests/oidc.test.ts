import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Trx } from '../src/platform/db/index.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import {
  audience,
  type IdentityProvider,
  startIdentityProvider,
} from './support/identity-provider.ts';
import { assertSucceeded, getInstanceSettings, runCommand } from './support/insignia.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createOwner, signInByCode } from './support/people.ts';
import { createTemporaryDirectory } from './support/process.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const home = (await createTemporaryDirectory()).path;
let provider: IdentityProvider;
let instance: Instance;
type Claims = { email?: string; email_verified?: boolean; name?: string; auth_time?: number };
const claims: Record<string, Claims> = {
  ada: { email: 'Ada@uni.example', email_verified: true, name: 'Ada Lovelace' },
  nameless: { email: 'nameless@uni.example', email_verified: true },
  unproven: { email: 'victim@uni.example', email_verified: false, name: 'Mallory' },
  silent: { name: 'No Address' },
  known: { email_verified: true, name: 'Known' },
  second: { email: 'second@uni.example', email_verified: true },
  former: { email_verified: true },
  blocked: { email: 'blocked@uni.example', email_verified: true },
  recipient: { email: 'recipient@uni.example', email_verified: true },
  lines: { email: 'lines@uni.example', email_verified: true, name: ' Ada\r\nBcc: x\u0000 ' },
  blank: { email: 'blank@uni.example', email_verified: true, name: '\u0000\n' },
  leaver: { email: 'leaver@uni.example', email_verified: true, name: 'Leaver' },
  many: { email: 'many@uni.example', email_verified: true, name: 'Many' },
  disabling: { email: 'disabling@uni.example', email_verified: true },
  deleting: { email: 'deleting@uni.example', email_verified: true },
};
const settings = () => ({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: audience });
before(async () => {
  provider = await startIdentityProvider(claims);
  instance = await startInstance(settings());
});
after(async () => {
  await instance.stop();
  await provider.stop();
});

const as = (token: string, at: Pick<Instance, 'url'> = instance) =>
  createTestClient(at.url, { authorization: `Bearer ${token}` });

test('a token of the provider authenticates the same user each time, with an account', async () => {
  const ada = as(await provider.token('ada'));
  const account = assertOk(await ada('GET', '/account')).body;
  assert.deepEqual([account.name, account.role, account.plan], ['Ada Lovelace', 'owner', 'free']);
  const issuer = { name: 'Ada Lovelace', url: 'https://uni.example', email: 'ada@uni.example' };
  assertOk(await ada('POST', '/issuers', { parameters: issuer }));
  const { items } = assertOk(await as(await provider.token('ada'))('GET', '/issuers')).body;
  assert.deepEqual([items.length, items[0].verified], [1, true], 'the address is proven');
  const { key } = assertOk(
    await ada('POST', '/api-keys', { parameters: { name: 'k', scope: 'read' } }),
  ).body;
  assertOk(await createTestClient(instance.url, { 'x-api-key': key })('GET', '/issuers'));
  assert.equal(
    assertOk(await as(await provider.token('nameless'))('GET', '/account')).body.name,
    'nameless@uni.example',
  );
  for (const [who, name] of [
    ['lines', 'Ada Bcc: x'],
    ['blank', 'blank@uni.example'],
  ] as const)
    assert.equal(assertOk(await as(await provider.token(who))('GET', '/account')).body.name, name);
});

test('an identity is linked once, to the user with the confirmed address, and survives a change of address', async () => {
  const owner = await createOwner(instance);
  claims.known = { email: owner.email.toUpperCase(), email_verified: true, name: 'Known' };
  const known = as(await provider.token('known'));
  assert.equal(assertOk(await known('GET', '/account')).body.accountId, owner.accountId);
  claims.known = { email: 'moved@uni.example', email_verified: true, name: 'Known' };
  const moved = as(await provider.token('known'));
  assert.equal(assertOk(await moved('GET', '/account')).body.accountId, owner.accountId);
});

test('an identity is linked to the user who confirmed its address last', async () => {
  const second = 'second@uni.example';
  const recipient = await signInByCode(instance, 'first@uni.example');
  const former = await createOwner(instance);
  const { session } = recipient;
  for (const email of [second, former.email]) {
    const { body } = await session('POST', '/my/addresses', { parameters: { email } });
    const { mail } = await instance.mailbox.waitFor(email, /^Your code to confirm/);
    const parameters = { code: /\b\d{6}\b/.exec(mail.text ?? '')?.[0] };
    assertOk(await session('POST', `/my/addresses/${body.addressId}/confirm`, { parameters }));
  }
  for (const [who, email] of Object.entries({ second, former: former.email })) {
    claims[who] = { email, email_verified: true };
    const { user } = assertOk(
      await as(await provider.token(who))('GET', '/api/auth/get-session'),
    ).body;
    assert.equal(user.id, recipient.personId, who);
  }
  const account = assertOk(await session('GET', '/account')).body;
  assert.deepEqual([account.role, account.accounts.length], ['owner', 1]);
});

test('the operator’s block refuses tokens, linked before or not, whatever Team does', async () => {
  const bound = as(await provider.token('blocked'));
  const { user } = assertOk(await bound('GET', '/api/auth/get-session')).body;
  const recipient = await signInByCode(instance, 'recipient@uni.example');
  for (const email of ['blocked@uni.example', 'recipient@uni.example'])
    assertSucceeded(
      await runCommand(home, ['people', 'disable', email, '--yes'], {
        env: getInstanceSettings(instance),
      }),
    );
  await sql`delete from members where person_id = ${user.id}`.execute(instance.db);
  claims.blocked = { email: 'renamed@uni.example', email_verified: true };
  for (const who of ['blocked', 'recipient'] as const)
    for (const path of ['/account', '/my/credentials', '/api/auth/get-session'])
      assertRefused(await as(await provider.token(who))('GET', path), 401, 'invalid_credentials');
  const ids = [user.id, recipient.personId];
  const { rows } = await sql`select 1 from members where person_id = any(${ids}::uuid[])
    union all select 1 from auth."account" where "userId" = ${recipient.personId}
    union all select 1 from auth."user" where email = 'renamed@uni.example'`.execute(instance.db);
  assert.equal(rows.length, 0);
});

test('a first request waits for a change of its user, who is disabled or deleted meanwhile', async () => {
  const { db } = instance;
  const requestDuring = async (
    who: 'disabling' | 'deleting',
    change: (trx: Trx, personId: string) => Promise<unknown>,
  ) => {
    const { personId } = await signInByCode(instance, claims[who]?.email ?? '');
    const client = as(await provider.token(who));
    const [answer] = await db.write(async (trx) => {
      await change(trx, personId);
      const pending = client('GET', '/account');
      await waitForCondition('it waits', async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length > 0;
      });
      return [pending];
    });
    return answer as ReturnType<SendRequest>;
  };
  const blocked = await requestDuring('disabling', (trx, personId) =>
    sql`update auth."user" set "disabledAt" = now() where id = ${personId}`.execute(trx),
  );
  assertRefused(blocked, 401, 'invalid_credentials');
  const { rows } = await sql`select 1 from members where email = 'disabling@uni.example'`.execute(
    db,
  );
  assert.equal(rows.length, 0);
  const created = await requestDuring('deleting', (trx, personId) =>
    sql`delete from auth."user" where id = ${personId}`.execute(trx),
  );
  assert.equal(assertOk(created).body.role, 'owner');
});

test('100 concurrent first requests create one user', async () => {
  const token = await provider.token('many');
  const answers = await runConcurrently(100, () => as(token)('GET', '/account'));
  assert.equal(new Set(answers.map((answer) => assertOk(answer).body.accountId)).size, 1);
  const { rows } = await sql`select 1 from auth."user" where email = 'many@uni.example'`.execute(
    instance.db,
  );
  assert.equal(rows.length, 1);
});

test('an unconfirmed or missing address, a wrong audience or issuer, or an invalid token returns 401', async () => {
  const refuse = async (token: string) =>
    assertRefused(await as(token)('GET', '/account'), 401, 'invalid_credentials');
  for (const who of ['unproven', 'silent']) await refuse(await provider.token(who));
  await refuse(await provider.token('ada', 'https://another.example/api'));
  const good = await provider.token('ada');
  const [head = '', body = '', signature = ''] = good.split('.');
  await refuse(`${head}.${body}.${signature.slice(0, -4)}AAAA`);
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString());
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  await refuse(`${none}.${body}.`);
  await refuse(
    await new SignJWT({ ...payload, sub: 'root' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('a secret of the tests, long enough')),
  );
  await refuse(await provider.token('ada').then((token) => token.slice(0, 40)));
  instance.clock.set(new Date(Date.now() + 700_000));
  await refuse(good);
  instance.clock.set(new Date());
  assertOk(await as(good)('GET', '/account'));
  const { rows } = await sql`select 1 from auth."user" where email = 'victim@uni.example'`.execute(
    instance.db,
  );
  assert.equal(rows.length, 0);
});

test('a sign-in is recent by the time that the provider reports, not by the age of the token', async () => {
  const leave = async (signedInAt: number | undefined) => {
    claims.leaver = { ...claims.leaver, ...(signedInAt && { auth_time: signedInAt }) };
    return as(await provider.token('leaver'))('DELETE', '/account');
  };
  const now = Math.floor(Date.now() / 1_000);
  for (const at of [undefined, now - 301, now + 86_400, Date.now()])
    assertRefused(await leave(at), 403, 'fresh_sign_in_required');
  assertOk(await leave(now));
});

test('rotated keys are fetched again, and tokens signed with the old key are refused', async () => {
  const old = await provider.token('ada');
  assertOk(await as(old)('GET', '/account'));
  await provider.rotate();
  const fresh = await provider.token('ada');
  for (const address of instance.addresses) {
    const ask = (token: string) => as(token, { url: address })('GET', '/account');
    await waitForCondition('the new key is known', async () => (await ask(fresh)).status === 200);
    assertRefused(await ask(old), 401, 'invalid_credentials');
  }
});

test('while the provider is down, known keys still work; without keys the response is 503 until recovery', async () => {
  const token = await provider.token('ada');
  assertOk(await as(token)('GET', '/account'));
  await provider.stop();
  assertOk(await as(token)('GET', '/account'));
  const fresh = await startInstance(settings());
  const away = await as(token, fresh)('GET', '/account');
  assertRefused(away, 503, 'identity_provider_unavailable');
  assert.ok(Number(away.headers.get('retry-after')) > 0);
  const own = await createOwner(fresh);
  assertOk(await own.bearer('GET', '/account'));
  await provider.start();
  await waitForCondition(
    'healed',
    async () => (await as(await provider.token('ada'), fresh)('GET', '/account')).status === 200,
  );
  await fresh.stop();
});

test('SIGN_UP=closed and SIGN_UP=invited also apply to users of the provider', async () => {
  const closed = await startInstance({ ...settings(), SIGN_UP: 'closed' });
  assertRefused(
    await as(await provider.token('ada'), closed)('GET', '/account'),
    403,
    'sign_up_closed',
  );
  await closed.stop();
  const invited = await startInstance({ ...settings(), SIGN_UP: 'invited' });
  const ada = as(await provider.token('ada'), invited);
  assertRefused(await ada('GET', '/account'), 403, 'sign_up_closed');
  await sql`with a as (insert into accounts values ('01900000-0000-7000-8000-000000000001', 'Team', 'free', now()) returning id)
    insert into members (id, account_id, email, role, status, invite_id, created_at)
    select '01900000-0000-7000-8000-000000000002', id, 'ada@uni.example', 'viewer', 'pending', '01900000-0000-7000-8000-000000000003', now() from a`.execute(
    invited.db,
  );
  const joined = await ada('POST', '/members/accept', {
    parameters: { inviteId: '01900000-0000-7000-8000-000000000003' },
  });
  assert.equal(assertOk(joined).body.status, 'active');
  await invited.stop();
});
