import assert from 'node:assert/strict';
import { createHash, createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { registerConnectedAppsWork } from '../src/features/connected-apps/index.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { type ApiResponse, assertOk, createTestClient } from './support/client.ts';
import {
  callback,
  createConnectedApp,
  createVerifier,
  moodleRegistration,
  moodleUrl,
  v2Scope,
} from './support/connected-app.ts';
import { otherIssuer, signForeign, signForeignJwt } from './support/foreign-credential.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  password,
  readCookie,
  readEmailCode,
  signInByCode,
} from './support/people.ts';
import { readZip } from './support/read-zip.ts';
import { runBeforeStatement } from './support/run-before-statement.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32' });
const { url, db } = instance;
const app = createConnectedApp(url);
const [read, create, profile] = [
  ...[v2Scope('assertion.readonly'), v2Scope('assertion.create')],
  v2Scope('profile.readonly'),
] as const;
const moodleScopes = [read, create, 'offline_access'];

/** Documents on Moodle's server, by path and query. */
const web: Record<string, object> = {};
const moodle = createServer((request, response) => {
  const document = web[request.url ?? ''];
  response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(document ?? {}));
});
moodle.listen(0, '127.0.0.2');
await once(moodle, 'listening');
const origin = `http://127.0.0.2:${(moodle.address() as AddressInfo).port}`;
after(() => {
  moodle.closeAllConnections();
  moodle.close();
});

const newAddress = () => `connects-${crypto.randomUUID().slice(0, 8)}@example.org`;
const createRecipient = async () => {
  const email = newAddress();
  return { email, ...(await signInByCode(instance, email)) };
};

const context = 'https://w3id.org/openbadges/v2';

/** An assertion as Moodle 4.5 makes and publishes it (badges/classes/assertion.php). */
function awardInMoodle(email: string, hash: string): Record<string, unknown> {
  const salt = 'badges68a1';
  const issuer = {
    ...{ name: 'Example University', url: `${origin}/`, email: 'badges@example.edu' },
    ...{ '@context': context, type: 'Issuer' },
    id: `${origin}/badges/badge_json.php?id=1&action=0&obversion=2`,
  };
  const badge = {
    ...{ name: 'Algebra', description: 'Solves equations', issuer, '@context': context },
    image: 'data:image/png;base64,iVBORw0KGgo=',
    criteria: { id: `${origin}/badges/badge.php?hash=${hash}`, narrative: 'Passed the exam' },
    ...{ id: `${origin}/badges/badge_json.php?id=1`, type: 'BadgeClass', version: '' },
    '@language': 'en',
  };
  const id = `${origin}/badges/assertion.php?b=${hash}&obversion=2`;
  const assertion = {
    recipient: {
      identity: `sha256$${createHash('sha256')
        .update(email + salt)
        .digest('hex')}`,
      ...{ type: 'email', hashed: true, salt },
    },
    badge,
    verify: { type: 'hosted', url: id },
    issuedOn: '2026-03-01T08:00:00+00:00',
    evidence: `${origin}/badges/badge.php?hash=${hash}`,
    ...{ '@context': context, type: 'Assertion', id },
  };
  web[`/badges/assertion.php?b=${hash}&obversion=2`] = assertion;
  web['/badges/badge_json.php?id=1'] = badge;
  web['/badges/badge_json.php?id=1&action=0&obversion=2'] = issuer;
  return assertion;
}

function assertOAuthError(answer: ApiResponse, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.error, error, answer.text);
  assert.ok(answer.body.error_description.length > 10);
}

function assertStatus(answer: ApiResponse, statusCode: number, statusText: string): void {
  assert.equal(answer.status, statusCode, answer.text);
  const { error, ...status } = answer.body.status;
  assert.deepEqual(status, { statusCode, statusText });
  assert.ok(statusCode === 200 || error.length > 10, answer.text);
}

test('Moodle registers itself, connects a user and sends a badge, which appears in My credentials', async () => {
  const manifest = assertOk(await app.send('GET', '/.well-known/badgeconnect.json')).body;
  assert.equal(manifest.badgeConnectAPI.length, 1);
  const [api] = manifest.badgeConnectAPI;
  assert.deepEqual([manifest.type, api.type], ['Manifest', 'BadgeConnectAPI']);
  const client = assertOk(
    await app.send('POST', api.registrationUrl, moodleRegistration(api.scopesOffered)),
    201,
  ).body;
  assert.deepEqual(client, {
    ...moodleRegistration(api.scopesOffered),
    ...{ client_id: client.client_id, client_secret: client.client_secret },
    client_id_issued_at: client.client_id_issued_at,
    client_secret_expires_at: 0,
  });
  const { email, cookie, session } = await createRecipient();
  // Moodle leaves out the first scope.
  const { access_token: token, scope } = await app.connect(
    client,
    cookie,
    api.scopesOffered.slice(1),
  );
  assert.equal(scope, moodleScopes.join(' '));
  const ask = (method: 'GET' | 'POST', body?: object) =>
    app.requestAsMoodle(token, method, `${api.apiBase}/assertions`, body);
  const assertion = awardInMoodle(email, 'a1');
  const sent = await ask('POST', { assertion });
  assertStatus(sent, 200, 'OK');
  const [item] = assertOk(await session('GET', '/my/credentials')).body.items;
  assert.equal(item.badge.name, 'Algebra');
  assert.deepEqual(item.imported.provenBy, {
    ...{ by: 'hosted', host: new URL(origin).host, encrypted: false },
  });
  // Sent again, it is updated.
  const renamed = { ...(assertion.badge as object), name: 'Algèbre 2 🎓' };
  web['/badges/assertion.php?b=a1&obversion=2'] = { ...assertion, badge: renamed };
  web['/badges/badge_json.php?id=1'] = renamed;
  assertStatus(await ask('POST', { assertion: { ...assertion, badge: renamed } }), 200, 'OK');
  const { items } = assertOk(await session('GET', '/my/credentials')).body;
  assert.deepEqual(
    items.map(({ id, badge }: { id: string; badge: { name: string } }) => [id, badge.name]),
    [[item.id, 'Algèbre 2 🎓']],
  );
  assert.equal(assertOk(await ask('GET')).body.assertions.length, 1);
});

test('an app reads a user’s assertions in pages, those issued here included, and their profile', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { email, cookie, session } = await createRecipient();
  const awardId = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  assertOk(await session('PUT', '/my/profile', { parameters: { name: 'Ada Lovelace' } }));
  const client = await app.register([...moodleScopes, profile]);
  const tokens = await app.connect(client, cookie, [...moodleScopes, profile]);
  const api = app.api(tokens.access_token);
  const assertion = awardInMoodle(email, 'b1');
  assertStatus(await api('POST', '/ims/ob/v2p1/assertions', { assertion }), 200, 'OK');
  // Open Badges 3.0 has an API of its own.
  const document = await signForeign(email);
  assertOk(await session('POST', '/my/imports', { document }), 201);
  const all = assertOk(await api('GET', '/ims/ob/v2p1/assertions'));
  const ids = all.body.assertions.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, [assertion.id, `${url}/certify-badge/award/${awardId}`]);
  assert.equal(all.headers.get('x-total-count'), '2');
  assert.deepEqual(all.body.signedAssertions, []);
  const first = assertOk(await api('GET', '/ims/ob/v2p1/assertions?limit=1'));
  const links = first.headers.get('link') ?? '';
  assert.deepEqual(
    [...links.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel),
    ['next', 'last', 'first'],
  );
  const [, next = ''] = /<([^>]*)>; rel="next"/.exec(links) ?? [];
  const second = assertOk(await api('GET', next));
  assert.deepEqual(second.body.assertions, all.body.assertions.slice(1));
  assert.doesNotMatch(second.headers.get('link') ?? '', /rel="next"/);
  // Sending what was issued here adds nothing.
  const own = { assertion: all.body.assertions[1] };
  assertStatus(await api('POST', '/ims/ob/v2p1/assertions', own), 200, 'OK');
  assert.equal(assertOk(await session('GET', '/my/credentials')).body.items.length, 3);
  const later = new Date(instance.clock.now().getTime() + 1_000).toISOString();
  const none = assertOk(await api('GET', `/ims/ob/v2p1/assertions?since=${later}`));
  assert.deepEqual(none.body.assertions, []);
  const describe = async () => assertOk(await api('GET', '/ims/ob/v2p1/profile')).body.profile;
  const described = await describe();
  assert.deepEqual([described.name, described.email], ['Ada Lovelace', email]);
  // Someone else confirms the address later.
  const { personId } = await createRecipient();
  await sql`update user_addresses set person_id = ${personId} where address = ${email}`.execute(db);
  assert.equal((await describe()).email, undefined);
  for (const query of ['limit=0', 'offset=-1', 'since=yesterday', 'since=2026-03-01'])
    assertStatus(
      await api('GET', `/ims/ob/v2p1/assertions?${query}`),
      ...([400, 'REQUEST_VALIDATION_ERROR'] as const),
    );
});

test('an app sends a signed Open Badges 2.0 badge, which another app reads as it was signed', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { email, cookie, session } = await createRecipient();
  const publish = (path: string, document: object): string => {
    const id = `${origin}${path}`;
    web[path] = { '@context': context, id, ...document };
    return id;
  };
  const [key, issuer] = [`${origin}/signed-key`, `${origin}/signed-issuer`];
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' });
  publish('/signed-key', { type: 'CryptographicKey', owner: issuer, publicKeyPem });
  publish('/signed-issuer', {
    ...{ type: 'Issuer', name: 'School', url: origin, email: 'a@school.example', publicKey: key },
  });
  const badge = publish('/signed-badge', {
    ...{ type: 'BadgeClass', name: 'Sailor', description: 'Sails', image: `${origin}/s.png` },
    ...{ criteria: { narrative: 'Sailed' }, issuer },
  });
  const sign = (identity: string): string => {
    const assertion = {
      ...{ '@context': context, type: 'Assertion', id: `urn:uuid:${crypto.randomUUID()}`, badge },
      recipient: { type: 'email', hashed: false, identity },
      ...{ issuedOn: '2026-01-01T00:00:00Z', verification: { type: 'SignedBadge', creator: key } },
    };
    const parts = [{ alg: 'RS256' }, assertion].map((each) =>
      Buffer.from(JSON.stringify(each)).toString('base64url'),
    );
    const text = parts.join('.');
    return `${text}.${createSign('sha256').update(text).sign(privateKey).toString('base64url')}`;
  };
  const client = await app.register(moodleScopes);
  const { access_token: token } = await app.connect(client, cookie, moodleScopes);
  const send = (signedAssertion: string) =>
    app.api(token)('POST', '/ims/ob/v2p1/assertions', { signedAssertion });
  const signedAssertion = sign(email);
  assertStatus(await send(signedAssertion), 200, 'OK');
  assertStatus(await send(signedAssertion), 200, 'OK');
  const [item, ...more] = assertOk(await session('GET', '/my/credentials')).body.items;
  assert.deepEqual([item.badge.name, more.length], ['Sailor', 0]);
  const read = assertOk(await app.api(token)('GET', '/ims/ob/v2p1/assertions')).body;
  assert.deepEqual([read.signedAssertions, read.assertions], [[signedAssertion], []]);
  assert.equal((await send(sign('someone@example.org'))).status, 403);
  assert.equal((await send(`${signedAssertion.slice(0, -6)}AAAAAA`)).status, 400);
  assert.equal(assertOk(await session('GET', '/my/credentials')).body.items.length, 1);
});

test('a user’s apps read one page at a time, and the next are refused while 20 wait', async () => {
  const { cookie } = await createRecipient();
  const client = await app.register(moodleScopes);
  const { access_token: token } = await app.connect(client, cookie, moodleScopes);
  const api = app.api(token);
  const answers: Promise<ApiResponse>[] = [];
  await db.write(async (trx) => {
    await sql`lock table imported_credentials in access exclusive mode`.execute(trx);
    for (let n = 0; n < 22; n++) answers.push(api('GET', '/ims/ob/v2p1/assertions'));
    const { status, headers } = await Promise.race(answers);
    assert.equal(status, 503);
    assert.ok(Number(headers.get('retry-after')) > 0);
  });
  const statuses = new Set((await Promise.all(answers)).map(({ status }) => status));
  assert.ok(statuses.has(200) && statuses.size === 2, [...statuses].join());
});

test('badges of others, changed ones and nonsense are refused with a status', async () => {
  const { email, cookie, session } = await createRecipient();
  const client = await app.register(moodleScopes);
  const { access_token: token } = await app.connect(client, cookie, moodleScopes);
  const send = (body: unknown) => app.api(token)('POST', '/ims/ob/v2p1/assertions', body);
  const foreign = awardInMoodle('someone@example.org', 'c1');
  assertStatus(await send({ assertion: foreign }), 403, 'RECIPIENT_PROFILE_MISMATCH');
  const missing = { ...awardInMoodle(email, 'c2'), id: `${origin}/nowhere` };
  assertStatus(await send({ assertion: missing }), 400, 'INVALID_BADGE');
  const newer = await signForeign(email);
  assertStatus(await send({ assertion: newer }), 400, 'INVALID_BADGE');
  const hidden = { ...foreign, id: 'http://10.0.0.1/assertion' };
  assertStatus(await send({ assertion: hidden }), 400, 'INVALID_BADGE');
  for (const body of [{}, [], { assertion: 'text' }, { signedAssertion: 5 }])
    assertStatus(await send(body), 400, 'REQUEST_VALIDATION_ERROR');
  assertStatus(await send('{"assertion":'), 400, 'REQUEST_VALIDATION_ERROR');
  assertStatus(await send(`{"x":"${'x'.repeat(2 * 1024 ** 2)}"}`), 413, 'BAD_REQUEST');
  assert.deepEqual(assertOk(await session('GET', '/my/credentials')).body.items, []);
  const narrow = await app.connect(client, cookie, [create]);
  const only = app.api(narrow.access_token);
  assertStatus(await only('GET', '/ims/ob/v2p1/assertions'), 403, 'PERMISSION_DENIED');
  assert.equal(narrow.refresh_token, undefined);
  assertStatus(await only('PUT', '/ims/ob/v2p1/assertions', {}), 405, 'METHOD_NOT_ALLOWED');
  assertStatus(await only('GET', '/ims/ob/v2p1/other'), 404, 'NOT_FOUND');
  const options = assertOk(await only('OPTIONS', '/ims/ob/v2p1/assertions'), 204);
  assert.match(options.headers.get('allow') ?? '', /GET.*POST/);
  assertStatus(await app.send('GET', '/ims/ob/v2p1/profile'), 401, 'UNAUTHENTICATED');
  assertStatus(
    await app.api('x'.repeat(43))('GET', '/ims/ob/v2p1/profile'),
    401,
    'UNAUTHENTICATED',
  );
});

const v3Scope = (name: string) => `https://purl.imsglobal.org/spec/ob/v3p0/scope/${name}`;

test('an app finds the API of Open Badges 3.0, sends credentials and reads them back unchanged', async () => {
  const service = assertOk(await app.send('GET', '/ims/ob/v3p0/discovery')).body;
  const scheme = service.components.securitySchemes.OAuth2ACG;
  assert.equal(scheme['x-imssf-registrationUrl'], `${url}/oauth/register`);
  const { authorizationCode: flow } = scheme.flows;
  assert.deepEqual(
    [flow.authorizationUrl, flow.tokenUrl],
    [...[`${url}/oauth/authorize`, `${url}/oauth/token`]],
  );
  const scopes = Object.keys(flow.scopes);
  const client = await app.register(scopes);
  const { email, cookie, session } = await createRecipient();
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const awardId = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  const { access_token: token } = await app.connect(client, cookie, scopes);
  const api = app.api(token);
  const path = '/ims/ob/v3p0/credentials';
  const document = await signForeign(email, { name: 'Document' });
  const types = { 'content-type': 'application/vc+ld+json' };
  assert.deepEqual(assertOk(await api('POST', path, document, types), 201).body, document);
  const jwt = await signForeignJwt(email, { name: 'JWT' });
  const text = { 'content-type': 'text/plain' };
  assert.equal(assertOk(await api('POST', path, jwt, text), 201).text, jwt);
  assert.equal(assertOk(await api('POST', path, jwt, text)).text, jwt);
  const all = assertOk(await api('GET', path));
  assert.equal(all.headers.get('x-total-count'), '3');
  assert.deepEqual(all.body.compactJwsString, [jwt]);
  const [kept, own] = all.body.credential;
  assert.deepEqual(kept, document);
  assert.equal(own.id, `${url}/credentials/${awardId}/vc`);
  assert.equal(assertOk(await session('GET', '/my/credentials')).body.items.length, 3);
  // A newer version of the same credential replaces it.
  const id = document.id as string;
  const newer = await signForeign(email, { id, name: 'Newer document' });
  assertOk(await api('POST', path, newer));
  // Signers choose ids, so another one's credential must not replace it, nor keep it out.
  const squatter = await signForeign(email, { id, name: 'Squatter', by: otherIssuer });
  assertOk(await api('POST', path, squatter), 201);
  assertOk(await api('POST', path, squatter));
  assertOk(await api('POST', path, newer));
  const names = assertOk(await session('GET', '/my/credentials')).body.items.map(
    ({ badge }: { badge: { name: string } }) => badge.name,
  );
  assert.deepEqual(names.slice(0, 3), ['Squatter', 'JWT', 'Newer document']);
  const { '@context': _, ...user } = assertOk(await api('GET', '/ims/ob/v3p0/profile')).body;
  assert.deepEqual([user.type, user.email], [['Profile'], email]);
});

test('a version that an app sends while the earlier one is checked again keeps its own result', async () => {
  const { email, cookie, session } = await createRecipient();
  const scopes = [v3Scope('credential.upsert')];
  const { access_token: token } = await app.connect(await app.register(scopes), cookie, scopes);
  const send = async (document: object) =>
    app.api(token)('POST', '/ims/ob/v3p0/credentials', document);
  const earlier = await signForeign(email, {
    ...{ name: 'Earlier', validUntil: new Date('2026-04-01T00:00:00Z') },
  });
  assertOk(await send(earlier), 201);
  const newer = await signForeign(email, { id: earlier.id as string, name: 'Newer' });
  await sql`update imported_credentials set checked_at = now() - interval '2 days' where address = ${email}`.execute(
    db,
  );
  const list = async () => assertOk(await session('GET', '/my/credentials')).body.items;
  let isSent = false;
  const { isDone } = await runBeforeStatement(
    ({ text }) => text.startsWith('update imported_credentials set status'),
    async () => {
      assertOk(await send(newer));
      isSent = true;
    },
    async () => {
      await list();
      await waitForCondition('the newer version is stored', async () => isSent);
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
  );
  assert.ok(isDone);
  const [item, ...more] = await list();
  assert.deepEqual([item.badge.name, item.status, more], ['Newer', 'valid', []]);
});

test('the API of Open Badges 3.0 refuses others’ and forged credentials in its form', async () => {
  const { email, cookie, session } = await createRecipient();
  const scopes = [v3Scope('credential.upsert'), v3Scope('credential.readonly')];
  const client = await app.register(scopes);
  const { access_token: token } = await app.connect(client, cookie, scopes);
  const path = '/ims/ob/v3p0/credentials';
  const send = (body: unknown, type = 'application/json') =>
    app.api(token)('POST', path, body, { 'content-type': type });
  const assertFailure = (answer: ApiResponse, status: number, minor: string) => {
    assert.equal(answer.status, status, answer.text);
    const { imsx_codeMajor: major, imsx_severity: severity, imsx_codeMinor: found } = answer.body;
    assert.deepEqual([major, severity], ['failure', 'error']);
    assert.equal(found.imsx_codeMinorField[0].imsx_codeMinorFieldValue, minor);
    assert.ok(answer.body.imsx_description.length > 10);
  };
  assertFailure(await send(await signForeign('someone@example.org')), 403, 'forbidden');
  const changed = { ...(await signForeign(email)), name: 'Changed' };
  assertFailure(await send(changed), 400, 'invalid_data');
  assertFailure(await send(awardInMoodle(email, 'e1')), 400, 'invalid_data');
  assertFailure(await send('no JWT', 'text/plain'), 400, 'invalid_query_parameter');
  assertFailure(await send([]), 400, 'invalid_query_parameter');
  assertFailure(await send('<x/>', 'application/xml'), 415, 'invalid_data');
  assertFailure(await app.send('GET', path), 401, 'unauthorizedrequest');
  assertFailure(await app.api(token)('GET', '/ims/ob/v3p0/profile'), 403, 'forbidden');
  assertFailure(await app.api(token)('DELETE', path), 405, 'not_allowed');
  assert.deepEqual(assertOk(await session('GET', '/my/credentials')).body.items, []);
});

test('registrations with foreign, insecure or malformed addresses are refused', async () => {
  const refuse = async (more: object, error: string) =>
    assertOAuthError(
      await app.send('POST', '/oauth/register', { ...moodleRegistration(moodleScopes), ...more }),
      ...([400, error] as const),
    );
  for (const uri of [
    ...['https://evil.example/callback', 'http://moodle.example.edu/callback'],
    ...[`${callback}#x`, 'javascript:alert(1)', 'moodle://callback', '/callback', ''],
    ...[`https://user:pass@moodle.example.edu/`, `${callback}\u0000`, `${moodleUrl}/\ud800`],
  ])
    await refuse({ redirect_uris: [uri] }, 'invalid_redirect_uri');
  await refuse({ redirect_uris: [callback, 'https://evil.example/'] }, 'invalid_redirect_uri');
  for (const uris of [[], 'text', undefined, Array(11).fill(callback), [5]])
    await refuse({ redirect_uris: uris ?? null }, 'invalid_redirect_uri');
  await refuse({ policy_uri: 'https://evil.example/' }, 'invalid_redirect_uri');
  for (const more of [
    ...[{ client_name: '' }, { client_name: 'x'.repeat(256) }, { client_name: 'a\u0000b' }],
    ...[{ logo_uri: 'javascript:alert(1)' }, { token_endpoint_auth_method: 'private_key_jwt' }],
    ...[{ grant_types: ['password'] }, { response_types: ['token'] }, { scope: 'openid' }],
  ])
    await refuse(more, 'invalid_client_metadata');
  for (const body of ['[]', 'null', '{'])
    assert.equal((await app.send('POST', '/oauth/register', body)).status, 400);
  const deep = await app.send('POST', '/oauth/register', '['.repeat(200) + ']'.repeat(200));
  assertOAuthError(deep, 400, 'invalid_request');
  assert.match(deep.body.error_description, /nested more than 100 levels/);
  const reversed = assertOk(
    await app.send('POST', '/oauth/register', {
      ...{ ...moodleRegistration(moodleScopes), client_name: 'Moodle\u2069\u202e' },
    }),
    201,
  );
  assert.equal(reversed.body.client_name, 'Moodle');
});

test('a request for an unregistered address or by an unknown client is refused without a redirect', async () => {
  const { cookie } = await createRecipient();
  const client = await app.register(moodleScopes);
  const { challenge } = createVerifier();
  const browser = createTestClient(url, { cookie, accept: 'text/html', 'accept-language': 'en' });
  const open = (more: Record<string, string>, who = client) =>
    browser(
      'GET',
      app.authorizationPath(who, moodleScopes, { code_challenge: challenge, ...more }),
    );
  for (const redirect of [`${callback}/`, `${callback}?x=1`, 'https://evil.example/', '']) {
    const page = assertOk(await open({ redirect_uri: redirect }), 400);
    assert.equal(page.headers.get('location'), null);
    assert.match(page.text, /hasn’t registered/);
  }
  for (const id of [crypto.randomUUID(), 'x', `x/${client.client_id}`])
    assert.match(assertOk(await open({ client_id: id }), 400).text, /isn’t registered here/);
  assert.match(assertOk(await open({ state: 'x'.repeat(3_000) }), 400).text, /too long/);
  const errors: [Record<string, string>, string][] = [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: `${create} ${profile}` }, 'invalid_scope'],
  ];
  for (const [more, error] of errors) {
    const page = assertOk(await open(more), 400);
    assert.equal(page.headers.get('location'), null, 'anyone can register a URL');
    const [, link = ''] = /href="([^"]*)" rel="noreferrer"/.exec(page.text) ?? [];
    assert.match(page.text, /Return to \u2068moodle\.example\.edu/);
    const back = new URL(link.replaceAll('&amp;', '&'));
    assert.equal(back.origin + back.pathname, callback);
    assert.equal(back.searchParams.get('error'), error);
    assert.equal(back.searchParams.get('state'), 'sesskey');
  }
  // A page of another site can't press the button.
  const request = new URLSearchParams({ act: 'allow', request: '' }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded', origin: moodleUrl };
  assert.match(
    assertOk(await browser('POST', '/oauth/authorize', request, type), 403).text,
    /another URL/,
  );
  const path = app.authorizationPath(client, moodleScopes, { code_challenge: challenge });
  const canceled = await app.decide(cookie, path, 'cancel');
  assert.equal(canceled.searchParams.get('error'), 'access_denied');
});

test('a program on the user’s own machine may have any port, and others only theirs', async () => {
  const { cookie } = await createRecipient();
  const { challenge, verifier } = createVerifier();
  const loopback = 'http://127.0.0.1:9000/callback';
  const native = { client_uri: '', logo_uri: '', tos_uri: '', policy_uri: '' };
  const client = await app.register(moodleScopes, { ...native, redirect_uris: [loopback] });
  const getPath = (who: typeof client, redirect: string) =>
    app.authorizationPath(who, moodleScopes, { code_challenge: challenge, redirect_uri: redirect });
  const uri = 'http://127.0.0.1:51004/callback';
  const back = await app.decide(cookie, getPath(client, uri));
  assert.equal(back.origin + back.pathname, uri);
  const form = app.codeForm(back.searchParams.get('code') ?? '', verifier);
  assertOAuthError(
    await app.exchange(client, { ...form, redirect_uri: loopback }),
    ...([400, 'invalid_grant'] as const),
  );
  assertOk(await app.exchange(client, { ...form, redirect_uri: uri }));
  const browser = createTestClient(url, { cookie, accept: 'text/html' });
  for (const other of [
    ...[
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1:1/other',
      'http://127.0.0.1:1@e.example/',
    ],
    ...['http://localhost:9000/callback', 'http://127.0.0.1.e.example:9000/callback'],
  ])
    assertOk(await browser('GET', getPath(client, other)), 400);
  const web = await app.register(moodleScopes);
  const ported = callback.replace('.edu/', '.edu:8443/');
  assertOk(await browser('GET', getPath(web, ported)), 400);
});

test('a consent counts only for the user whom its page named', async () => {
  const [one, other] = [await createRecipient(), await createRecipient()];
  const client = await app.register(moodleScopes);
  const { challenge } = createVerifier();
  const path = app.authorizationPath(client, moodleScopes, { code_challenge: challenge });
  const browser = createTestClient(url, { accept: 'text/html', origin: url });
  const form = {
    ...{ 'content-type': 'application/x-www-form-urlencoded', cookie: other.cookie },
  };
  const fields = { request: path.split('?')[1] ?? '', act: 'allow', user: one.personId };
  const answer = assertOk(
    await browser('POST', '/oauth/authorize', `${new URLSearchParams(fields)}`, form),
    303,
  );
  assert.match(answer.headers.get('location') ?? '', /^\/oauth\/authorize\?client_id=/);
  const { rows } = await sql`select from app_grants where app_id = ${client.client_id}`.execute(db);
  assert.equal(rows.length, 0);
  const json = { request: [fields.request], act: 'allow', user: other.personId };
  const sent = { cookie: other.cookie, 'content-type': 'application/json' };
  assertOk(await browser('POST', '/oauth/authorize', JSON.stringify(json), sent), 400);
});

test('programs that nobody allowed anything are at most 20,000, and the oldest make room', async () => {
  const { cookie } = await createRecipient();
  const [used, oldest] = [await app.register(moodleScopes), await app.register(moodleScopes)];
  await app.connect(used, cookie, moodleScopes);
  await sql`update connected_apps set created_at = now() - interval '1 day'`.execute(db);
  await sql`insert into connected_apps (id, name, redirect_uris, scopes, metadata, created_at)
    select gen_random_uuid(), 'Flood', '{}', '{}', '{}', now() - interval '1 hour' from generate_series(1, 19999)`.execute(
    db,
  );
  const last = await app.register(moodleScopes);
  const { rows } = await sql<{ id: string }>`
    select id from connected_apps where id = any(${[used, oldest, last].map((each) => each.client_id)}::uuid[])`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(ids.toSorted(), [used.client_id, last.client_id].toSorted());
  await sql`delete from connected_apps where name = 'Flood'`.execute(db);
});

test('a user who isn’t signed in signs in first, and then sees the consent page', async () => {
  const email = newAddress();
  const client = await app.register(moodleScopes);
  const { challenge } = createVerifier();
  const path = app.authorizationPath(client, moodleScopes, { code_challenge: challenge });
  const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });
  const away = assertOk(await browser('GET', path), 303);
  assert.equal(away.headers.get('location'), '/my/sign-in');
  const pending = readCookie(away.headers);
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
  assertOk(await browser('POST', '/my/sign-in', `email=${encodeURIComponent(email)}`, form));
  const { code } = await readEmailCode(instance, email);
  const fields = `email=${encodeURIComponent(email)}&code=${code}`;
  const signedIn = assertOk(await browser('POST', '/my/sign-in', fields, form), 303);
  assert.equal(signedIn.headers.get('location'), '/my');
  const cookie = `${readCookie(signedIn.headers)}; ${pending}`;
  const list = assertOk(await browser('GET', '/my', undefined, { cookie }), 303);
  assert.match(list.headers.getSetCookie().join(), /insignia\.authorize=; .*Max-Age=0/);
  const show = async (language: string) => {
    const headers = { cookie, 'accept-language': language };
    return assertOk(await browser('GET', list.headers.get('location') ?? '', undefined, headers))
      .text;
  };
  const german = await show('de');
  assert.match(german, /<h1>.*Example University.* verbinden<\/h1>/);
  assert.match(german, /Alle Ihre Zertifikate sehen/);
  const verbs = { en: 'Connect', fr: 'Connecter', es: 'Conectar', ar: 'ربط' };
  for (const [language, verb] of Object.entries(verbs))
    assert.match(await show(language), new RegExp(`<h1>${verb} .*Example University`), language);
});

test('tokens of deleted and blocked users are refused', async () => {
  const client = await app.register(moodleScopes);
  const { cookie, session, personId } = await createRecipient();
  const tokens = await app.connect(client, cookie, moodleScopes);
  assertOk(await session('DELETE', '/my'));
  const bearer = app.api(tokens.access_token);
  const assertion = awardInMoodle('gone@example.org', 'd1');
  assertStatus(
    await bearer('POST', '/ims/ob/v2p1/assertions', { assertion }),
    401,
    'UNAUTHENTICATED',
  );
  assertOAuthError(await app.refresh(client, tokens.refresh_token), 400, 'invalid_grant');
  const { rows } = await sql`select from app_grants where person_id = ${personId}`.execute(db);
  assert.equal(rows.length, 0);
  const owner = await createOwner(instance);
  const blocked = await app.connect(client, owner.cookie, moodleScopes);
  await sql`update auth."user" set "disabledAt" = now() where id = ${owner.personId}`.execute(db);
  const answer = await app.api(blocked.access_token)('GET', '/ims/ob/v2p1/assertions');
  assertStatus(answer, 401, 'UNAUTHENTICATED');
});

test('connections end with the other sessions: by a new password, a reset and a removed address', async () => {
  const client = await app.register(moodleScopes);
  const isAlive = async ({ access_token: token }: { access_token: string }) =>
    (await app.api(token)('GET', '/ims/ob/v2p1/assertions')).status === 200;
  const assertEnded = async (tokens: Awaited<ReturnType<typeof app.connect>>) => {
    assert.ok(!(await isAlive(tokens)));
    assertOAuthError(await app.refresh(client, tokens.refresh_token), 400, 'invalid_grant');
  };
  const owner = await createOwner(instance);
  const byChange = await app.connect(client, owner.cookie, moodleScopes);
  const passwords = { currentPassword: password, newPassword: 'a new password' };
  assertOk(await owner.session('POST', '/api/auth/change-password', passwords));
  await assertEnded(byChange);

  const byReset = await app.connect(client, owner.cookie, moodleScopes);
  const anyone = createTestClient(url);
  assertOk(await anyone('POST', '/api/auth/request-password-reset', { email: owner.email }));
  const link = findMailLink(
    await instance.mailbox.waitFor(owner.email, /^Reset your password/),
    '/reset-password',
  );
  const token = new URL(link).searchParams.get('token');
  const reset = { token, newPassword: 'another password' };
  assertOk(await anyone('POST', '/api/auth/reset-password', reset));
  await assertEnded(byReset);

  const { cookie, session, personId } = await createRecipient();
  const other = newAddress();
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', { parameters: { email: other } }),
    201,
  ).body;
  await sql`update user_addresses set confirmed_at = now() where id = ${addressId}`.execute(db);
  const byAddress = await app.connect(client, cookie, moodleScopes);
  assert.ok(await isAlive(byAddress));
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  await assertEnded(byAddress);

  // A consent that is under way waits for the change, and finds its session gone.
  const { challenge } = createVerifier();
  const path = app.authorizationPath(client, moodleScopes, { code_challenge: challenge });
  const browser = createTestClient(url, { accept: 'text/html', origin: url });
  const fields = { request: path.split('?')[1] ?? '', act: 'allow', user: personId };
  const form = { 'content-type': 'application/x-www-form-urlencoded', cookie };
  const [late] = await db.write(async (trx) => {
    await sql`select 1 from auth."user" where id = ${personId} for no key update`.execute(trx);
    const pending = browser('POST', '/oauth/authorize', `${new URLSearchParams(fields)}`, form);
    await waitForCondition('the consent waits', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length > 0;
    });
    await sql`delete from auth."session" where "userId" = ${personId}`.execute(trx);
    return [pending];
  });
  assertOk((await late) as ApiResponse, 401);
  const { rows } = await sql`select from app_grants where person_id = ${personId}`.execute(db);
  assert.equal(rows.length, 0);
});

test('the user is emailed when an app is connected', async () => {
  const { email, cookie } = await createRecipient();
  const client = await app.register(moodleScopes, { client_name: 'Spam https://evil.example' });
  await app.connect(client, cookie, moodleScopes);
  const { mail } = await instance.mailbox.waitFor(email, /^An app was connected$/);
  assert.match(mail.text ?? '', /An app from \u2068moodle\.example\.edu\u2069 now has access/);
  assert.match(mail.text ?? '', new RegExp(`${url}/my/settings`));
  assert.doesNotMatch(mail.text ?? '', /evil/);
});

test('apps are deleted a year after their last connection', async () => {
  const { cookie } = await createRecipient();
  const [used, left] = [await app.register(moodleScopes), await app.register(moodleScopes)];
  await app.connect(used, cookie, moodleScopes);
  await app.connect(left, cookie, moodleScopes);
  const end = (client: typeof used) =>
    sql`delete from app_grants where app_id = ${client.client_id}`.execute(db);
  await end(left);
  const clean = async (days: number) => {
    const clock = () => new Date(instance.clock.now().getTime() + days * 86_400_000);
    const { chores } = collectWork((work) => registerConnectedAppsWork(work, { clock }));
    await db.write(async (trx) => chores[0]?.run(trx));
    const { rows } = await sql<{ id: string }>`
      select id from connected_apps where id = any(${[used, left].map((each) => each.client_id)}::uuid[])`.execute(
      db,
    );
    return rows.map(({ id }) => id).toSorted();
  };
  await sql`update app_grants set expires = ${new Date(instance.clock.now().getTime() + 1_000 * 86_400_000)}
    where app_id = ${used.client_id}`.execute(db);
  assert.deepEqual(await clean(360), [used.client_id, left.client_id].toSorted());
  assert.deepEqual(await clean(366), [used.client_id]);
  await end(used);
  assert.deepEqual(await clean(367), [used.client_id], 'its connection ended only now');
  assert.deepEqual(await clean(367 + 366), []);
});

test('a code works once, for its client, address and verifier, and its reuse ends what it gave', async () => {
  const { cookie } = await createRecipient();
  const [client, other] = [await app.register(moodleScopes), await app.register(moodleScopes)];
  const { verifier, challenge } = createVerifier();
  const path = app.authorizationPath(client, moodleScopes, { code_challenge: challenge });
  const getCode = async () => (await app.decide(cookie, path)).searchParams.get('code') ?? '';
  const code = await getCode();
  const right = app.codeForm(code, verifier);
  const wrong = createVerifier().verifier;
  for (const fields of [
    { ...right, code_verifier: wrong },
    { ...right, code_verifier: '' },
    { ...right, redirect_uri: moodleUrl },
    { ...right, code: 'x' },
    { refresh_token: code, grant_type: 'refresh_token' },
  ])
    assertOAuthError(await app.exchange(client, fields), 400, 'invalid_grant');
  assertOAuthError(await app.exchange(other, right), 400, 'invalid_grant');
  const unknown = { ...client, client_secret: 'x' };
  assertOAuthError(await app.exchange(unknown, right), 401, 'invalid_client');
  for (const basic of ['A', 'YQ', '====', Buffer.from('x:y').toString('base64')])
    assertOAuthError(
      await app.post('/oauth/token', right, { authorization: `Basic ${basic}` }),
      ...([401, 'invalid_client'] as const),
    );
  assertOAuthError(
    await app.exchange(client, { ...right, grant_type: 'password' }),
    ...([400, 'unsupported_grant_type'] as const),
  );
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  assertOAuthError(
    await app.send('POST', '/oauth/token', 'grant_type=x&grant_type=y', form),
    ...([400, 'invalid_request'] as const),
  );
  const exchanged = await runConcurrently(10, () => app.exchange(client, right));
  const [granted, ...more] = exchanged.filter(({ status }) => status === 200);
  assert.equal(more.length, 0);
  // The others showed that somebody else has the code.
  const bearer = app.api(granted?.body.access_token);
  assertStatus(await bearer('GET', '/ims/ob/v2p1/assertions'), 401, 'UNAUTHENTICATED');
  const late = await getCode();
  instance.clock.set(new Date(instance.clock.now().getTime() + 61_000));
  assertOAuthError(
    await app.exchange(client, app.codeForm(late, verifier)),
    ...([400, 'invalid_grant'] as const),
  );
});

test('a refresh token works once, and one that is reused later ends the connection', async () => {
  const { cookie } = await createRecipient();
  const client = await app.register(moodleScopes);
  const isAlive = async (token: string) =>
    (await app.api(token)('GET', '/ims/ob/v2p1/assertions')).status === 200;
  const first = await app.connect(client, cookie, moodleScopes);
  const answers = await runConcurrently(10, () => app.refresh(client, first.refresh_token));
  const [second] = answers.flatMap(({ status, body }) => (status === 200 ? [body] : []));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(await isAlive(second.access_token));
  assert.ok(!(await isAlive(first.access_token)));
  assertOAuthError(
    await app.post('/oauth/token', {
      ...{ grant_type: 'refresh_token', refresh_token: second.refresh_token, scope: profile },
      ...{ client_id: client.client_id, client_secret: client.client_secret },
    }),
    ...([400, 'invalid_scope'] as const),
  );
  instance.clock.set(new Date(instance.clock.now().getTime() + 61_000));
  assertOAuthError(await app.refresh(client, first.refresh_token), 400, 'invalid_grant');
  assert.ok(!(await isAlive(second.access_token)));
  assertOAuthError(await app.refresh(client, second.refresh_token), 400, 'invalid_grant');
  const hours = await app.connect(client, cookie, moodleScopes);
  instance.clock.set(new Date(instance.clock.now().getTime() + 3_600_001));
  assert.ok(!(await isAlive(hours.access_token)));
  assertOk(await app.refresh(client, hours.refresh_token, hours.scope));
});

test('users see their apps in the settings and disconnect them, and apps end tokens themselves', async () => {
  const { cookie } = await createRecipient();
  const client = await app.register(moodleScopes, { client_name: '<b>Moodle</b>' });
  const browser = createTestClient(url, { cookie, accept: 'text/html', 'accept-language': 'en' });
  const list = async () => assertOk(await browser('GET', '/my/settings')).text;
  assert.match(await list(), /No app is connected/);
  const [one, two] = [
    await app.connect(client, cookie, moodleScopes),
    await app.connect(client, cookie, moodleScopes),
  ];
  const page = await list();
  assert.match(page, /&lt;b&gt;Moodle&lt;\/b&gt;/);
  assert.equal(page.split('moodle.example.edu').length, 2, 'once, with its host');
  const isAlive = async ({ access_token: token }: { access_token: string }) =>
    (await app.api(token)('GET', '/ims/ob/v2p1/assertions')).status === 200;
  const revoke = (token: string, who = client) =>
    app.post('/oauth/revoke', { token }, app.basic(who));
  assertOk(await revoke(two.refresh_token, await app.register(moodleScopes)));
  assert.ok(await isAlive(two));
  assertOk(await revoke(two.refresh_token));
  assertOk(await revoke(two.refresh_token));
  assert.deepEqual([await isAlive(one), await isAlive(two)], [true, false]);
  assertOAuthError(await app.post('/oauth/revoke', {}), 400, 'invalid_request');
  const exported = await fetch(`${url}/my/export`, { headers: { cookie } });
  const { connectedApps } = JSON.parse((await readZip(exported))['my-data.json'] ?? '');
  assert.deepEqual(
    connectedApps.map(({ name, website }: Record<string, string>) => [name, website]),
    [['<b>Moodle</b>', moodleUrl]],
  );
  const stranger = await createRecipient();
  const fields = `act=app&app=${client.client_id}`;
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
  const end = (who: string) => browser('POST', '/my/settings', fields, { ...form, cookie: who });
  assertOk(await end(stranger.cookie), 303);
  assert.ok(await isAlive(one));
  const done = assertOk(await end(cookie), 303).headers.get('location') ?? '';
  assert.match(assertOk(await browser('GET', done)).text, /App disconnected/);
  assert.ok(!(await isAlive(one)));
  assertOAuthError(await app.refresh(client, one.refresh_token), 400, 'invalid_grant');
});
