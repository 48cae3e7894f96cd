import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { startInstance } from './support/instance.ts';
import { addMember, createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance();
/** Another process on the same database. */
const other = await startInstance({
  ...{ DATABASE_URL: instance.databaseUrl, BASE_URL: instance.url, TOPOLOGY: 'one' },
  // It sends email too.
  SMTP_URL: instance.mailbox.url,
});
after(() => other.stop());
const anyone = createTestClient(instance.url);
const elsewhere = createTestClient(other.direct);
const owner = await createOwner(instance, 'pro');

async function issuer(): Promise<{ issuerId: string; badgeId: string }> {
  const issuerId = await createIssuer(owner);
  return { issuerId, badgeId: await createBadge(owner, issuerId) };
}
const signed = async (id: string, send = anyone) =>
  assertOk(await send('GET', `/credentials/${id}/vc`)).body;
const readMethod = async (id: string): Promise<string> =>
  (await signed(id)).proof.verificationMethod;
const did = async (id: string) => assertOk(await anyone('GET', `/issuer/${id}/did.json`)).body;
const keys = async (id: string) => (await owner.insignia.issuers.keys({ issuerId: id })).items;

test('two processes that need the first key at once create one', async () => {
  const { issuerId, badgeId } = await issuer();
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await issueAward(owner, badgeId));
  assert.deepEqual(await keys(issuerId), []);
  const credentials = await Promise.all(ids.map((id, n) => signed(id, n % 2 ? anyone : elsewhere)));
  assert.equal(new Set(credentials.map(({ proof }) => proof.verificationMethod)).size, 1);
  assert.equal((await keys(issuerId)).length, 1);
});

test('did.json is identical in all processes after rotation or revocation, and is cached briefly enough', async () => {
  const { issuerId } = await issuer();
  const processes = [...instance.addresses, other.direct].map((address) =>
    createTestClient(address),
  );
  const readEverywhere = async (tag = '"none"') => {
    await Promise.all([instance.waitForInvalidation(), other.waitForInvalidation()]);
    const path = `/issuer/${issuerId}/did.json`;
    const conditions = { 'if-none-match': tag };
    const responses = await Promise.all(
      processes.map((send) => send('GET', path, undefined, conditions)),
    );
    const [one, ...more] = responses.map(({ status, text, headers }) => ({
      ...{ status, text, etag: headers.get('etag') ?? '' },
      cache: headers.get('cache-control'),
    }));
    for (const each of more) assert.deepEqual(each, one);
    return one ?? assert.fail('nobody was asked');
  };
  const etags: string[] = [];
  /** New responses, and no 304 for old tags. */
  const changed = async () => {
    const { status, text, etag, cache } = await readEverywhere(etags.at(-1));
    assert.deepEqual([status, cache, etags.includes(etag)], [200, 'public, max-age=30', false]);
    const again = await readEverywhere(etag);
    assert.deepEqual([again.status, again.text, again.cache], [304, '', cache]);
    etags.push(etag);
    const { verificationMethod, assertionMethod } = JSON.parse(text);
    return [verificationMethod.length, assertionMethod.length];
  };
  assert.deepEqual(await changed(), [2, 2]);
  const { usedFrom } = await owner.insignia.issuers.rotateKey({ issuerId });
  assert.deepEqual(await changed(), [4, 4], 'the old ones stay');
  assert.ok(new Date(usedFrom).getTime() - instance.clock.now().getTime() > 60_000);
  await owner.insignia.issuers.revokeKeys({ issuerId, reason: 'Stolen' });
  assert.deepEqual(await changed(), [6, 2], 'all are named, and only new ones sign');
});

test('did.json includes the first key before anything is signed', async () => {
  const { issuerId, badgeId } = await issuer();
  const { assertionMethod } = await did(issuerId);
  assert.equal(assertionMethod.length, 2);
  assert.ok(assertionMethod.includes(await readMethod(await issueAward(owner, badgeId))));
  assert.equal((await keys(issuerId)).length, 1);
});

test('a new key signs only after did.json caches expire, and the old key stays published', async () => {
  const { issuerId, badgeId } = await issuer();
  const before = await issueAward(owner, badgeId);
  const oldMethod = await readMethod(before);
  const { keyId, usedFrom } = await owner.insignia.issuers.rotateKey({ issuerId });
  assert.equal((await owner.insignia.issuers.rotateKey({ issuerId })).keyId, keyId);
  const now = instance.clock.now();
  const wait = new Date(usedFrom).getTime() - now.getTime();
  assert.ok(wait > 200_000 && wait <= 300_000, `${wait} ms`);
  const published = await did(issuerId);
  assert.equal(published.verificationMethod.length, 4);
  assert.equal(await readMethod(await issueAward(owner, badgeId)), oldMethod);
  try {
    instance.clock.set(new Date(now.getTime() + 301_000));
    const fresh = await readMethod(await issueAward(owner, badgeId));
    assert.notEqual(fresh, oldMethod);
    assert.ok(published.assertionMethod.includes(fresh), 'it was there before it was used');
    assert.equal(await readMethod(before), oldMethod);
    assert.deepEqual(
      (await keys(issuerId)).map(({ signs }) => signs),
      [true, false],
    );
  } finally {
    instance.clock.set(now);
  }
});

test('after a key theft, credentials issued since are revoked and earlier ones are signed again', async () => {
  const { issuerId, badgeId } = await issuer();
  const before = await issueAward(owner, badgeId);
  const oldMethod = await readMethod(before);
  const since = new Date(instance.clock.now().getTime() + 1).toISOString();
  await waitForCondition('later', async () => instance.clock.now().toISOString() > since);
  const after = await issueAward(owner, badgeId);
  const unasked = await issueAward(owner, badgeId);
  const { credentialStatus } = await signed(after);
  // Reading it here caches it before the revocation.
  const revokedIn = async () =>
    assertOk(await anyone('GET', `/certify-badge/award/${after}`)).body.revoked;
  assert.equal(await revokedIn(), false);
  const reason = 'The key was stolen.';
  const { revoked } = await owner.insignia.issuers.revokeKeys({ issuerId, since, reason });
  assert.equal(revoked, 1);
  const published = await did(issuerId);
  assert.ok(!published.assertionMethod.includes(oldMethod));
  const revokedMethod = published.verificationMethod.find(
    ({ id }: { id: string }) => id === oldMethod,
  );
  assert.match(revokedMethod.revoked, /^\d{4}-.*Z$/);
  const fresh = await readMethod(before);
  assert.ok(fresh !== oldMethod && published.assertionMethod.includes(fresh));
  const state = async (id: string) => owner.insignia.credentials.get({ awardId: id });
  await waitForCondition('revoked', async () => (await state(after)).revoked);
  assert.equal((await state(after)).revocationReason, reason);
  await waitForCondition('done', async () => {
    const { rows } = await sql`select 1 from jobs where kind = 'revoke-signed'`.execute(
      instance.db,
    );
    return rows.length === 0;
  });
  await instance.waitForInvalidation();
  assert.equal(await revokedIn(), true, 'the cached document says so at once');
  assert.deepEqual(
    [(await state(before)).revoked, (await state(unasked)).revoked],
    [false, false],
    'what the stolen key has not signed stays',
  );
  assert.equal(await readMethod(unasked), fresh);
  assert.deepEqual((await signed(after)).credentialStatus, credentialStatus);
  const again = await owner.insignia.issuers.revokeKeys({ issuerId });
  assert.equal(again.revoked, 1, 'the new one too, if somebody says so');
});

test('for a lost and stolen key, later credentials are revoked in a list that a new key signs', async () => {
  const { issuerId, badgeId } = await issuer();
  const before = await issueAward(owner, badgeId);
  const oldMethod = await readMethod(before);
  const since = new Date(instance.clock.now().getTime() + 1).toISOString();
  await waitForCondition('later', async () => instance.clock.now().toISOString() > since);
  const later = await issueAward(owner, badgeId);
  const { credentialStatus } = await signed(later);
  // As if encrypted with a lost SECRET.
  await sql`update issuer_keys set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)
    where issuer_id = ${issuerId}`.execute(instance.db);
  await owner.insignia.issuers.revokeKeys({ issuerId, since, reason: 'Stolen.' });
  const state = async (id: string) => owner.insignia.credentials.get({ awardId: id });
  await waitForCondition('revoked', async () => (await state(later)).revoked);
  const { assertionMethod } = await did(issuerId);
  assert.ok(!assertionMethod.includes(oldMethod));
  for (const send of [anyone, elsewhere])
    for (const id of [before, later]) {
      const { proof } = await signed(id, send);
      assert.ok(
        assertionMethod.includes(proof.verificationMethod),
        'signed again with the new key',
      );
    }
  assert.deepEqual((await signed(later)).credentialStatus, credentialStatus, 'in the same place');
  assert.equal((await state(before)).revoked, false);
  assert.deepEqual(
    (await keys(issuerId)).map(({ signs, revokedAt }) => [signs, revokedAt === null]),
    [
      [true, true],
      [false, false],
    ],
  );
});

test('a key is revoked by its id, only by admins and only for their own issuers', async () => {
  const { issuerId, badgeId } = await issuer();
  await readMethod(await issueAward(owner, badgeId));
  const [first] = await keys(issuerId);
  const stranger = await createOwner(instance);
  const editor = await createOwner(instance);
  await addMember(instance, owner, editor, 'editor');
  const asEditor = createTestClient(instance.url, {
    authorization: `Bearer ${editor.jwt}`,
    'x-account-id': owner.accountId,
  });
  for (const [method, path] of [
    ['GET', 'keys'],
    ['POST', 'keys/rotate'],
    ['POST', 'keys/revoke'],
  ] as const) {
    const address = `/issuers/${issuerId}/${path}`;
    assertRefused(await stranger.api(method, address), 404, 'issuer_not_found');
    if (method === 'POST') assertRefused(await asEditor(method, address), 403, 'role_too_small');
  }
  const other = await issuer();
  await readMethod(await issueAward(owner, other.badgeId));
  const revoke = (keyId: string | undefined) =>
    owner.api('POST', `/issuers/${other.issuerId}/keys/revoke`, { parameters: { keyId } });
  for (const keyId of [first?.keyId, badgeId, 'nonsense'])
    assertRefused(await revoke(keyId), 404, 'issuer_key_not_found');
  const since = new Date(instance.clock.now().getTime() + 3_600_000).toISOString();
  const early = await owner.api('POST', `/issuers/${other.issuerId}/keys/revoke`, {
    parameters: { since },
  });
  assertRefused(early, 400, 'invalid_request');
  assert.equal(early.body.details[0].path, 'since');
  const [own] = await keys(other.issuerId);
  assert.equal(assertOk(await revoke(own?.keyId)).body.revoked, 1);
  assert.equal((await keys(other.issuerId)).length, 2);
});

test('the preview of a revocation counts its effects and changes nothing', async () => {
  const { issuerId, badgeId } = await issuer();
  const early = [await issueAward(owner, badgeId), await issueAward(owner, badgeId)];
  const since = new Date(instance.clock.now().getTime() + 1).toISOString();
  await waitForCondition('later', async () => instance.clock.now().toISOString() > since);
  const late = [await issueAward(owner, badgeId), await issueAward(owner, badgeId)];
  await issueAward(owner, badgeId);
  const preview = (query: object = {}) =>
    owner.insignia.issuers.previewKeyRevocation({ issuerId, ...query });
  assert.deepEqual(await preview({ since }), { keys: 0, signed: 0, revoked: 0 });
  for (const id of [...early, ...late]) await signed(id);
  await owner.insignia.credentials.revoke({ awardId: late[1] ?? '' });
  const [key] = await keys(issuerId);
  const keyId = key?.keyId ?? '';
  assert.deepEqual(await preview(), { keys: 1, signed: 4, revoked: 0 });
  const counted = await preview({ keyId, since });
  assert.deepEqual(counted, { keys: 1, signed: 4, revoked: 1 });
  assert.deepEqual(await preview({ keyId, since }), counted);
  const viewer = await createOwner(instance);
  await addMember(instance, owner, viewer, 'viewer');
  const path = `/issuers/${issuerId}/keys/revocation`;
  assertRefused(await owner.api('GET', `${path}?keyId=${badgeId}`), 404, 'issuer_key_not_found');
  assertRefused(await viewer.api('GET', path), 404, 'issuer_not_found');
  assertRefused(
    await owner.api('GET', `${path}?since=2999-01-01T00:00:00Z`),
    400,
    'invalid_request',
    'since',
  );
  await owner.insignia.issuers.revokeKeys({ issuerId, keyId, since });
  await waitForCondition(
    'revoked',
    async () => (await owner.insignia.credentials.get({ awardId: late[0] ?? '' })).revoked,
  );
  assert.deepEqual(await preview({ keyId, since }), { keys: 0, signed: 0, revoked: 0 });
});
