import assert from 'node:assert/strict';
import { after, before, mock, test } from 'node:test';
import { type Operation, operations } from '@insignia/contract';
import { sql } from 'kysely';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { createConnectedApp, v2Scope } from '../support/connected-app.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
  password,
  readCookie,
} from '../support/people.ts';
import { runConcurrently } from '../support/run-concurrently.ts';
import { setUpApp } from '../support/second-factor.ts';

let instance: Instance;
let owner: Owner;
let awardId: string;
before(async () => {
  // The rate limit's minute lasts as long as these tests.
  const now = performance.now();
  mock.method(performance, 'now', () => now);
  instance = await startInstance({
    RATE_LIMIT: 'on',
    TRUST_PROXY: '127.0.0.1/32',
    // These limits are per process.
    TOPOLOGY: 'one',
  });
  owner = await createOwner(instance);
  awardId = await issueAward(owner, await createBadge(owner, await createIssuer(owner)));
});
after(async () => {
  await instance.stop();
  mock.reset();
});

const from = (address: string) => createTestClient(instance.url, { 'x-forwarded-for': address });
const statuses = (answers: ApiResponse[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, found]) => [
      status,
      found.length,
    ]),
  );

function assertTooMany(answers: ApiResponse[], limit: string): void {
  const refused = answers.find(({ status }) => status === 429);
  assert.ok(refused);
  assertRefused(refused, 429, 'too_many_requests');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 60);
  assert.equal(refused.headers.get('ratelimit-limit'), limit);
  assert.equal(refused.headers.get('ratelimit-remaining'), '0');
  assert.equal(refused.headers.get('ratelimit-reset'), String(wait));
}

test('a client may send 300 requests a minute of any kind, and another client is not slowed', async () => {
  const asks = [
    `/certify-badge/award/${awardId}`,
    `/awards/${awardId}/stats`,
    '/sign-in',
    '/nowhere',
  ];
  let n = 0;
  const answers = await runConcurrently(310, () =>
    from('203.0.113.1')('GET', asks[n++ % 4] ?? '/'),
  );
  assert.equal(statuses(answers)[429], 10);
  assertTooMany(answers, '300');
  assertOk(await from('203.0.113.2')('GET', `/certify-badge/award/${awardId}`));
  assertOk(await from('203.0.113.1')('GET', '/healthz'));
  const documents = await runConcurrently(305, () =>
    from('203.0.113.3')('GET', `/certify-badge/award/${awardId}`),
  );
  assert.deepEqual(statuses(documents), { 200: 300, 429: 5 });
  assertTooMany(documents, '300');
  const pages = await runConcurrently(305, () =>
    from('203.0.113.4')('GET', `/credentials/${awardId}`),
  );
  assert.deepEqual(statuses(pages), { 200: 300, 429: 5 });
  assertTooMany(pages, '300');
});

test('the rate limit of a client covers every operation except monitoring', async () => {
  const often = from('203.0.113.5');
  await runConcurrently(300, () => often('GET', '/nowhere'));
  const nameless = (path: string) => path.replaceAll(/:\w+/g, 'x');
  for (const operation of Object.values<Operation>(operations)) {
    const { id, method, path, uncounted } = operation;
    const { status, body } = await often(method, nameless(path));
    if (uncounted) assert.equal(status, 200, id);
    else assert.equal(body.code, 'too_many_requests', id);
  }
});

test('an IPv6 /64 counts as one client, and addresses in front of the proxy are ignored', async () => {
  let n = 0;
  const answers = await runConcurrently(305, () =>
    from(`198.51.100.${n++ % 250}, 2001:db8:1:2::${n.toString(16)}`)('GET', '/sign-in'),
  );
  assert.deepEqual(statuses(answers), { 200: 300, 429: 5 });
});

test('a key may send 600 requests a minute, an account 1,200; an invalid key counts for its client', async () => {
  const ask = (key: string, address = '203.0.113.9') =>
    createTestClient(instance.url, { 'x-api-key': key, 'x-forwarded-for': address })(
      'GET',
      '/issuers',
    );
  const one = await createOwner(instance);
  const first = await runConcurrently(605, () => ask(one.key));
  assert.deepEqual(statuses(first), { 200: 600, 429: 5 });
  assertTooMany(first, '600');
  const second = await runConcurrently(605, () => ask(one.readKey));
  // The owner already created two keys.
  assert.deepEqual(statuses(second), { 200: 1_200 - 605 - 2, 429: 605 - (1_200 - 605 - 2) });
  const remaining = assertOk(await owner.api('GET', '/issuers')).headers.get('ratelimit-remaining');
  assert.ok(Number(remaining) < 600 && Number(remaining) > 500);
  const bad = await runConcurrently(305, () => ask(`insignia_${'0'.repeat(32)}`, '203.0.113.10'));
  assert.deepEqual(statuses(bad), { 401: 300, 429: 5 });
  assertOk(
    await createTestClient(instance.url, {
      'x-api-key': owner.key,
      'x-forwarded-for': '203.0.113.10',
    })('GET', '/issuers'),
  );
});

test('an account may look up 60 skill links a minute, counted across its keys', async () => {
  const other = await createOwner(instance);
  const ask = (by = owner.api) =>
    by('POST', '/alignments/lookup', { parameters: { url: 'http://127.0.0.2/' } });
  assertRefused(await ask(), 422, 'address_unreachable');
  const { numAffectedRows } = await sql`update rate_limits set points = 59, expire = expire + 600000
    where key like 'alignment-lookups:%'`.execute(instance.db);
  assert.equal(numAffectedRows, 1n);
  assertRefused(await ask(owner.read), 422, 'address_unreachable');
  const refused = await ask();
  assertRefused(refused, 429, 'too_many_requests');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assertRefused(await ask(other.api), 422, 'address_unreachable');
});

test('guesses of recovery codes and sign-ins with passkeys are limited by client', async () => {
  const { email, session } = owner;
  const { backupCodes } = await setUpApp({ session });
  const recover = async (address: string, code: string, cookie: string) =>
    createTestClient(instance.url, { 'x-forwarded-for': address, cookie })(
      'POST',
      '/api/auth/two-factor/verify-backup-code',
      { code },
    );
  const credentials = { email, password };
  const first = await from('198.51.100.7')('POST', '/api/auth/sign-in/email', credentials);
  const waiting = readCookie(assertOk(first).headers);
  for (let n = 0; n < 10; n += 1)
    assertRefused(
      await recover('198.51.100.7', `aaaaa-aaaa${n}`, waiting),
      400,
      'invalid_second_factor',
    );
  const [code = ''] = backupCodes;
  assertRefused(await recover('198.51.100.7', code, waiting), 429, 'too_many_requests');
  assertOk(await recover('198.51.100.8', code, waiting));

  const client = from('198.51.100.9');
  const verify = () =>
    client('POST', '/api/auth/passkey/verify-authentication', {
      response: {
        ...{ id: 'x', rawId: 'x', type: 'public-key' },
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
      },
    });
  const tries = await runConcurrently(101, verify);
  assert.deepEqual(statuses(tries), { 400: 100, 429: 1 });
  const start = () => client('POST', '/api/auth/passkey/generate-authenticate-options', {});
  assert.ok(statuses(await runConcurrently(310, start))[429]);
});

test('a provisioning token may send 600 requests a minute, and errors keep the shape of SCIM', async () => {
  // Tokens require a sign-in within the last 5 minutes.
  const home = await createOwner(instance);
  const created = await home.session('POST', '/provisioning/tokens', {
    parameters: { role: 'viewer' },
  });
  const scim = createTestClient(instance.url, {
    ...{
      'x-forwarded-for': '203.0.113.77',
      authorization: `Bearer ${assertOk(created).body.token}`,
    },
  });
  const answers = await runConcurrently(610, () => scim('GET', '/scim/v2/ServiceProviderConfig'));
  assert.deepEqual(statuses(answers), { 200: 600, 429: 10 });
  const refused = answers.find(({ status }) => status === 429);
  assert.deepEqual(refused?.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  assert.equal(refused?.body.status, '429');
  assert.ok(Number(refused?.headers.get('retry-after')) > 0);
});

test('the apps of a user may send 1,200 requests a minute, and each refreshes its token 60 times an hour', async () => {
  const { clock, db, url } = instance;
  const connected = createConnectedApp(url);
  const scopes = [v2Scope('assertion.readonly'), 'offline_access'];
  const client = await connected.register(scopes);
  const tokens = await Promise.all(
    [1, 2, 3].map(() => connected.connect(client, owner.cookie, scopes)),
  );
  const apps = tokens.map(({ access_token: token }) =>
    createTestClient(url, { authorization: `Bearer ${token}` }),
  );
  // Refused for its scope, after it was counted.
  const read = (n: number) => apps[n % 3]?.('GET', '/ims/ob/v2p1/profile') ?? assert.fail();
  assert.deepEqual(statuses(await runConcurrently(1_210, read)), { 403: 1_200, 429: 10 });
  let { refresh_token: token = '' } = tokens[2] ?? {};
  for (let n = 0; n < 60; n++)
    token = assertOk(await connected.refresh(client, token)).body.refresh_token;
  const last = await connected.refresh(client, token);
  assert.equal(last.status, 429);
  assert.ok(Number(last.headers.get('retry-after')) > 60);
  const { rows } =
    await sql`select from app_tokens where expires > ${clock.now()} and kind = 'access'`.execute(
      db,
    );
  assert.equal(rows.length, 3, 'the connections last');
});

test('the users of one learning platform don’t use up each other’s verifications', async () => {
  const connected = createConnectedApp(instance.url);
  const scopes = [v2Scope('assertion.create')];
  const client = await connected.register(scopes);
  const { cookie } = await createOwner(instance);
  const { access_token: token } = await connected.connect(client, cookie, scopes);
  const platform = { 'x-forwarded-for': '203.0.113.79' };
  const visitor = createTestClient(instance.url, platform);
  const app = createTestClient(instance.url, { ...platform, authorization: `Bearer ${token}` });
  const verify = (n: number) => visitor('POST', '/verify', { url: `http://10.0.0.1/${n}` });
  assert.equal(statuses(await runConcurrently(70, verify))[429], 10);
  const assertion = { id: 'http://10.0.0.1/1', type: 'Assertion' };
  const answer = await app('POST', '/ims/ob/v2p1/assertions', { assertion });
  assert.equal(answer.body.status.statusText, 'INVALID_BADGE', answer.text);
});

test('a directory that sends too many invitations gets 429 with the remedy, and nothing half-made remains', async () => {
  const home = await createOwner(instance, 'unlimited');
  const { token } = assertOk(
    await home.session('POST', '/provisioning/tokens', { parameters: { role: 'viewer' } }),
  ).body;
  const scim = createTestClient(instance.url, {
    ...{ 'x-forwarded-for': '203.0.113.78', authorization: `Bearer ${token}` },
  });
  const userName = 'grace@example.net';
  const { id } = assertOk(await scim('POST', '/scim/v2/Users', { userName }), 201).body;
  const path = `/scim/v2/Users/${id}`;
  const activate = (value: boolean) =>
    scim('PATCH', path, { Operations: [{ op: 'replace', path: 'active', value }] });
  // One mailbox gets 5 invitations of an account per hour.
  for (let sent = 1; sent < 5; sent++) {
    assertOk(await activate(false));
    assertOk(await activate(true));
  }
  assertOk(await activate(false));
  const refused = await activate(true);
  assert.equal(refused.status, 429, refused.text);
  assert.match(refused.body.detail, /Verify the domain/);
  const seconds = Number(refused.headers.get('retry-after'));
  assert.ok(seconds > 60 && seconds <= 3_600, `${seconds}`);
  assert.equal(assertOk(await scim('GET', path)).body.active, false);
});
