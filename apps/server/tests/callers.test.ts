import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { keysCacheTag } from '../src/features/access/index.ts';
import { createInvalidator } from '../src/platform/db/invalidation.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import {
  addMember,
  createAwardBodyFor,
  createIssuer,
  createOwner,
  password,
  readCookie,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
const owner = await createOwner(instance);

const send = (headers: Record<string, string>, method = 'GET', path = '/issuers', body?: unknown) =>
  createTestClient(instance.url)(method, path, body, headers);
const issuerBody = () => ({
  parameters: { name: 'By cookie', url: 'https://x.example', email: owner.email },
});

test('a key, a JWT and a session each authenticate [5-1 5-3]', async () => {
  for (const who of [owner.api, owner.bearer, owner.session])
    assertOk(await who('GET', '/issuers'));
});

test('missing or invalid credentials return 401 [5-1]', async () => {
  assertRefused(await send({}), 401, 'unauthorized');
  const bad = [
    '',
    'x',
    'insignia_',
    `insignia_${'0'.repeat(32)}`,
    owner.key.toUpperCase(),
    `${owner.key}0`,
    owner.key.replace('insignia', 'other'),
  ];
  for (const key of bad)
    assertRefused(await send({ 'x-api-key': key }), 401, 'invalid_credentials');
  for (const token of ['x', '', `${owner.jwt}x`, owner.key])
    assertRefused(await send({ authorization: `Bearer ${token}` }), 401, 'invalid_credentials');
  assertRefused(await send({ authorization: `Basic ${owner.jwt}` }), 401, 'invalid_credentials');
  assertRefused(
    await send({ cookie: 'insignia.session_token=forged.value' }),
    401,
    'invalid_credentials',
  );
});

test('only the first credential sent counts, even when a later one is valid', async () => {
  assertRefused(
    await send({ 'x-api-key': 'x', authorization: `Bearer ${owner.jwt}`, cookie: owner.cookie }),
    401,
    'invalid_credentials',
  );
  assertRefused(
    await send({ authorization: 'Bearer x', cookie: owner.cookie }),
    401,
    'invalid_credentials',
  );
});

test('a JWT that was not signed by this service for itself is refused', async () => {
  const { privateKey } = await generateKeyPair('EdDSA');
  const { keys } = assertOk(await send({}, 'GET', '/api/auth/jwks')).body;
  assert.equal('d' in keys[0], false);
  const forge = (issuer: string, audience: string, kid = keys[0].kid) =>
    new SignJWT({ email: owner.email, name: 'x' })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setSubject(owner.personId)
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(privateKey);
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${owner.jwt.split('.')[1]}.`;
  for (const token of [
    await forge(instance.url, instance.url),
    await forge(instance.url, instance.url, 'unknown'),
    none,
  ])
    assertRefused(await send({ authorization: `Bearer ${token}` }), 401, 'invalid_credentials');
  const [, payload = ''] = owner.jwt.split('.');
  const { exp, iat, sub, email } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  assert.ok(exp - iat <= 900);
  assert.deepEqual([sub, email], [owner.personId, owner.email]);
});

test('a JWT ends with its session, and other JWTs remain valid', async () => {
  const person = await createOwner(instance);
  const signIn = async () => {
    const { headers } = assertOk(
      await send({}, 'POST', '/api/auth/sign-in/email', { email: person.email, password }),
    );
    const cookie = readCookie(headers);
    const { token } = assertOk(await send({ cookie }, 'GET', '/api/auth/token')).body;
    const { items } = assertOk(await send({ cookie }, 'GET', '/api/auth/list-sessions')).body;
    const { id } = items.find(({ current }: { current: boolean }) => current);
    return { as: { cookie, origin: instance.url }, by: { authorization: `Bearer ${token}` }, id };
  };
  const [left, ended, active] = [await signIn(), await signIn(), await signIn()];
  const key = { parameters: { name: 'k', scope: 'write' } };
  const calls: [method: string, path: string, body?: unknown][] = [
    ['POST', '/api-keys', key],
    ['GET', '/api-keys'],
    ['GET', '/account/export'],
    ['GET', '/api/auth/list-sessions'],
    ['POST', '/api/auth/revoke-other-sessions'],
    ['GET', '/issuers'],
    ['DELETE', '/account'],
  ];
  for (const { by } of [left, ended, active]) assertOk(await send(by, 'POST', '/api-keys', key));
  assertOk(await send(left.as, 'POST', '/api/auth/sign-out'));
  assertOk(await send(active.by, 'POST', '/api/auth/revoke-session', { sessionId: ended.id }));
  for (const { by } of [left, ended])
    for (const call of calls) assertRefused(await send(by, ...call), 401, 'invalid_credentials');
  const { items } = assertOk(await send(active.by, 'GET', '/api/auth/list-sessions')).body;
  const current = items.filter((item: { current: boolean }) => item.current);
  assert.deepEqual([current.length, current[0].id], [1, active.id]);
  assertOk(await send(active.by, 'POST', '/api/auth/revoke-other-sessions'));
  assertOk(await send(active.as, 'GET', '/api/auth/get-session'));
  assertRefused(await person.session('GET', '/api/auth/get-session'), 401, 'invalid_credentials');
  await sql`update auth."session" set "expiresAt" = now() where id = ${active.id}`.execute(
    instance.db,
  );
  assertRefused(await send(active.by, 'GET', '/api-keys'), 401, 'invalid_credentials');
});

test('a write with the session cookie must come from pages of the service, as JSON', async () => {
  const { cookie } = owner;
  const origin = instance.url;
  assertRefused(await send({ cookie }, 'POST', '/issuers', issuerBody()), 403, 'origin_mismatch');
  assertRefused(
    await send({ cookie, origin: 'https://evil.example' }, 'POST', '/issuers', issuerBody()),
    403,
    'origin_mismatch',
  );
  assertRefused(
    await send({ cookie, origin: 'null' }, 'POST', '/issuers', issuerBody()),
    403,
    'origin_mismatch',
  );
  assertRefused(
    await send({ cookie, origin, 'content-type': 'text/plain' }, 'POST', '/issuers', issuerBody()),
    403,
    'origin_mismatch',
  );
  assertOk(await send({ cookie, origin }, 'POST', '/issuers', issuerBody()));
});

test('a read key reads and cannot write, and a write key does both [5-5]', async () => {
  assertOk(await owner.read('GET', '/issuers'));
  assertRefused(await owner.read('POST', '/issuers', issuerBody()), 403, 'scope_too_small');
  assertRefused(await owner.read('DELETE', `/issuers/${owner.accountId}`), 403, 'scope_too_small');
  assertOk(await owner.api('GET', '/issuers'));
});

test('a role limits the same operations for every kind of authentication [5-6]', async () => {
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const as = { authorization: `Bearer ${member.jwt}`, 'x-account-id': owner.accountId };
  const { key } = assertOk(
    await send(as, 'POST', '/api-keys', { parameters: { name: 'k', scope: 'write' } }),
  ).body;
  const invalidAward = createAwardBodyFor(owner.accountId);
  const tryAll = async (
    role: string,
    check: (answer: Awaited<ReturnType<typeof send>>) => void,
  ) => {
    await sql`update members set role = ${role} where account_id = ${owner.accountId} and person_id = ${member.personId}`.execute(
      instance.db,
    );
    await createInvalidator(instance.db)(keysCacheTag);
    await instance.waitForInvalidation();
    for (const who of [as, { 'x-api-key': key }]) {
      assertOk(await send(who));
      check(await send(who, 'POST', '/awards', invalidAward));
    }
  };
  await tryAll('viewer', (answer) => assertRefused(answer, 403, 'role_too_small'));
  await tryAll('editor', (answer) => assertRefused(answer, 404, 'badge_not_found'));
  await tryAll('admin', (answer) => assertRefused(answer, 404, 'badge_not_found'));
});

test('X-Account-Id selects another account of the user, and any other account returns 404', async () => {
  const other = await createOwner(instance);
  const issuerId = await createIssuer(other);
  await addMember(instance, other, owner, 'viewer');
  const as = (accountId: string) =>
    send({ authorization: `Bearer ${owner.jwt}`, 'x-account-id': accountId });
  const { items } = assertOk(await as(other.accountId)).body;
  assert.ok(items[0].id.endsWith(issuerId));
  const stranger = await createOwner(instance);
  for (const id of [stranger.accountId, owner.personId, 'nonsense', ''])
    assertRefused(await as(id), 404, 'account_not_found');
  assertOk(await send({ 'x-api-key': owner.key, 'x-account-id': stranger.accountId }));
});

test('API keys are created by users, shown once and stored as a hash [5-3 5-4]', async () => {
  const apiKey = assertOk(
    await owner.bearer('POST', '/api-keys', {
      parameters: { name: 'Course system', scope: 'read' },
    }),
  ).body;
  assert.deepEqual(Object.keys(apiKey).sort(), ['key', 'keyId', 'name', 'scope']);
  assert.match(apiKey.key, /^insignia_[0-9a-f]{32}$/);
  const { items } = assertOk(await owner.session('GET', '/api-keys')).body;
  const item = items.find(({ keyId }: { keyId: string }) => keyId === apiKey.keyId);
  assert.deepEqual(Object.keys(item).sort(), [
    'createdAt',
    'keyId',
    'lastUsedAt',
    'maker',
    'name',
    'prefix',
    'scope',
  ]);
  assert.deepEqual([item.prefix, item.lastUsedAt], [apiKey.key.slice(9, 17), null]);
  const { personId, email } = owner;
  assert.deepEqual({ ...item.maker, name: '' }, { personId, email, name: '' });
  const colleague = await createOwner(instance);
  await addMember(instance, owner, colleague, 'editor');
  const there = { 'x-account-id': owner.accountId };
  const theirs = { parameters: { name: 'Theirs', scope: 'read' } };
  assertOk(await colleague.bearer('POST', '/api-keys', theirs, there));
  const makers = async (by: typeof owner) =>
    assertOk(await by.bearer('GET', '/api-keys', undefined, there)).body.items.map(
      (one: { maker: { email: string } }) => one.maker.email,
    );
  assert.deepEqual(await makers(colleague), [colleague.email]);
  assert.equal((await makers(owner))[0], colleague.email);
  const { rows } = await sql<{
    row: string;
  }>`select api_keys::text as row from api_keys where id = ${apiKey.keyId}`.execute(instance.db);
  assert.equal(rows[0]?.row.includes(apiKey.key.slice(9)), false);
  for (const method of ['GET', 'POST']) {
    const body = method === 'POST' ? { parameters: { name: 'k', scope: 'write' } } : undefined;
    assertRefused(await owner.api(method, '/api-keys', body), 403, 'person_required');
  }
});

test('an account has at most 1,000 API keys, also by concurrent requests', async () => {
  const { accountId, bearer } = await createOwner(instance);
  await sql`insert into api_keys (id, account_id, member_id, name, scope, prefix, hash, created_at)
    select gen_random_uuid(), m.account_id, m.id, 'k', 'read', 'x', decode(md5(random()::text), 'hex'), now()
    from members m, generate_series(1, 998 - (select count(*)::int from api_keys where account_id = ${accountId}))
    where m.account_id = ${accountId}`.execute(instance.db);
  const body = { parameters: { name: 'k', scope: 'read' } };
  const answers = await runConcurrently(6, () => bearer('POST', '/api-keys', body));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 4);
  for (const answer of refused) assertRefused(answer, 409, 'key_limit_reached');
});

test('a revoked key stops working with the response, and last use is recorded to the minute', async () => {
  const { key, keyId } = assertOk(
    await owner.bearer('POST', '/api-keys', { parameters: { name: 'k', scope: 'write' } }),
  ).body;
  assertOk(await send({ 'x-api-key': key }));
  const used = async () =>
    (await owner.bearer('GET', '/api-keys')).body.items.find(
      (item: { keyId: string }) => item.keyId === keyId,
    )?.lastUsedAt;
  await waitForCondition('its use is written', async () => (await used()) !== null);
  assert.match(await used(), /T\d\d:\d\d:00\.000Z$/);
  const stranger = await createOwner(instance);
  assertRefused(await stranger.bearer('DELETE', `/api-keys/${keyId}`), 404, 'key_not_found');
  const revoked = assertOk(await owner.bearer('DELETE', `/api-keys/${keyId}`));
  assert.deepEqual(revoked.body, { deleted: true });
  assertRefused(await send({ 'x-api-key': key }), 401, 'invalid_credentials');
  assertRefused(await owner.bearer('DELETE', `/api-keys/${keyId}`), 404, 'key_not_found');
});

test('members see and revoke their own keys, admins all', async () => {
  const member = await createOwner(instance);
  await addMember(instance, owner, member, 'viewer');
  const as = { authorization: `Bearer ${member.jwt}`, 'x-account-id': owner.accountId };
  const { keyId } = assertOk(
    await send(as, 'POST', '/api-keys', { parameters: { name: 'mine', scope: 'read' } }),
  ).body;
  const apiKeys = assertOk(await send(as, 'GET', '/api-keys')).body.items;
  assert.deepEqual(
    apiKeys.map((item: { keyId: string }) => item.keyId),
    [keyId],
  );
  const all = assertOk(await owner.bearer('GET', '/api-keys')).body.items;
  assert.ok(all.length > 1 && all.some((item: { keyId: string }) => item.keyId === keyId));
  const foreign = all.find((item: { keyId: string }) => item.keyId !== keyId).keyId;
  assertRefused(await send(as, 'DELETE', `/api-keys/${foreign}`), 404, 'key_not_found');
  assertOk(await owner.bearer('DELETE', `/api-keys/${keyId}`));
});
