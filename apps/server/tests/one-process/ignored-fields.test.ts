import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Operation, type OperationId, operations } from '@insignia/contract';
import { type ApiResponse, assertOk, assertRefused, createTestClient } from '../support/client.ts';
import { createAwardBodyFor, createBadge, createIssuer, createOwner } from '../support/people.ts';
import {
  createHeaders,
  createWorld,
  fillPath,
  sampleBodies,
  type World,
} from '../support/samples.ts';
import { useInstance } from '../support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));

const ignored = ({ headers }: ApiResponse) => headers.get('insignia-ignored-fields');
const query = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

test('a response names the ignored members of the body, nested ones by their path', async () => {
  const { parameters } = createAwardBodyFor(badgeId, {
    recipient: { name: 'Ada Lovelace', email: 'ada@example.org', nmae: 'x' },
    expiry: '2030-01-01',
  });
  const answer = assertOk(await owner.api('POST', '/awards', { parameters, badgeID: 1 }));
  assert.equal(ignored(answer), 'badgeID, expiry, recipient.nmae');
  const exact = assertOk(await owner.api('POST', '/awards', createAwardBodyFor(badgeId)));
  assert.equal(ignored(exact), null);
});

test('an error response names ignored members too', async () => {
  const { parameters } = createAwardBodyFor(badgeId);
  const { badgeId: badge_id, ...rest } = parameters;
  const answer = await owner.api('POST', '/awards', { parameters: { ...rest, badge_id } });
  assertRefused(answer, 400, 'invalid_request', 'badgeId');
  assert.equal(ignored(answer), 'badge_id');
});

test('responses name ignored members of bare bodies, also next to a parameters wrapper', async () => {
  const hook = { url: 'https://receiver.example/hook', event: 'credential.issued' };
  for (const body of [hook, { parameters: hook, url: 'x' }]) {
    const answer = assertOk(await owner.api('POST', '/webhooks', body), 201);
    assert.equal(ignored(answer), 'parameters' in body ? 'url, event' : 'event');
  }
  const signIn = { email: owner.email, password: 'wrong password', remember: true };
  const answer = await createTestClient(instance.url)('POST', '/api/auth/sign-in/email', signIn);
  assertRefused(answer, 401, 'invalid_credentials');
  assert.equal(ignored(answer), 'remember');
});

test('responses name ignored query parameters and filter members, also where the operation has none', async () => {
  const list = await owner.read('GET', `/awards?${query({ badge_id: badgeId })}&limt=5&limt=6`);
  assert.equal(ignored(assertOk(list)), 'limt, filter.badge_id');
  const csv = await owner.read('GET', `/awards/export.csv?${query({ serach: 'x', search: 'y' })}`);
  assert.equal(ignored(assertOk(csv)), 'filter.serach');
  assert.equal(ignored(assertOk(await owner.read('GET', `/badges/${badgeId}?x=1`))), 'x');
});

test('the header stays short and escaped, whatever the names are', async () => {
  const parameters: Record<string, unknown> = { 'a\r\nset-cookie: x': 1, '名\ud800': 2 };
  for (let n = 0; n < 9_000; n++) parameters[`member ${n}`] = { deep: n };
  const value = ignored(await owner.api('POST', '/awards', { parameters })) ?? '';
  assert.match(value, /^a%0D%0Aset-cookie%3A%20x, %E5%90%8D%EF%BF%BD, member%200, .*, \.\.\.$/);
  assert.ok(value.length <= 1_010);
});

test('the OpenAPI document describes the Insignia-Ignored-Fields header', async () => {
  const { body } = assertOk(await createTestClient(instance.url)('GET', '/openapi.json'));
  assert.match(body.info.description, /Insignia-Ignored-Fields/);
  assert.match(body.components.headers.IgnoredFields.description, /percent-encoded/);
  const { responses } = body.paths['/awards'].post;
  assert.ok(responses['200'].headers['Insignia-Ignored-Fields']);
});

const marker = 'nobodyReadsThis';

/**
 * Returns the value with an unread member added to each of its objects, and the paths of these
 * members.
 */
function withMarkers(value: unknown, prefix = ''): { value: unknown; paths: string[] } {
  if (typeof value !== 'object' || value === null) return { value, paths: [] };
  const parts = Object.entries(value).map(
    ([name, inner]) => [name, withMarkers(inner, `${prefix}${name}.`)] as const,
  );
  const paths = parts.flatMap(([, inner]) => inner.paths);
  if (Array.isArray(value)) return { value: parts.map(([, inner]) => inner.value), paths };
  const marked = Object.fromEntries(parts.map(([name, inner]) => [name, inner.value]));
  return { value: { ...marked, [marker]: 1 }, paths: [`${prefix}${marker}`, ...paths] };
}

/** Objects that accept members of any name, or refuse those that they don't know. */
const freeIn: Readonly<Record<string, RegExp>> = {
  createAward: /^attributes\./,
  correctAward: /^attributes\./,
  reportBounces: /^bounces\./,
  createCertificate: /^design\./,
  updateCertificate: /^design\./,
  previewCertificate: /^design\./,
  createSsoConnection: /^roles\.map\./,
  updateSsoConnection: /^roles\.map\./,
  walletOfferExchange: /^verifiablePresentation\./,
};

async function createOtherSession(world: World): Promise<World> {
  const other = await createOwner(instance);
  const { body } = assertOk(await other.session('GET', '/api/auth/list-sessions'));
  return { ...world, owner: other, ids: { ...world.ids, sessionId: body.items[0].id } };
}

test('every operation names ignored members in every object of its body and in its query', async () => {
  // Public reads return the same bytes to everyone, regardless of the query.
  const shared = await createWorld(instance);
  const missing: string[] = [];
  const all = Object.entries<Operation>(operations).filter(
    ([, { access, method }]) => access !== 'public' || method !== 'GET',
  );
  // These operations end the session that the others need.
  const endings = [
    'revokeSession',
    'revokeOtherSessions',
    'signOut',
    'changePassword',
    'deleteAccount',
  ];
  for (const [id, operation] of all) {
    const world = endings.includes(id) ? await createOtherSession(shared) : shared;
    const sample = sampleBodies[id as OperationId];
    const send = createTestClient(instance.url, createHeaders(operation, world, instance.url));
    const path = `${fillPath(operation.path, world.ids)}?${marker}=1`;
    const { value, paths } = withMarkers(sample && (await sample(world.ids)));
    const body = value && !operation.bare ? { parameters: value } : value;
    const answer = await send(operation.method, path, body);
    const named = ignored(answer)?.split(', ') ?? [];
    // Wallets send their token to the handler, which comes later.
    assert.ok(answer.status !== 401 || answer.body.code === 'invalid_token', id);
    const free = freeIn[id] ?? /^$/;
    const lacks = [marker, ...paths].filter((one) => !free.test(one) && !named.includes(one));
    if (lacks.length > 0) missing.push(`${id} ${answer.status}: ${lacks.join(', ')}`);
  }
  assert.deepEqual(missing, []);
});
