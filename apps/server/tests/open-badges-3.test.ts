import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unbakeAll } from '@insignia/openbadges/baking';
import { decodeStatusList, readStatus } from '@insignia/openbadges/v3';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import { badgeImage } from './support/images.ts';
import { startInstance } from './support/instance.ts';
import { createBadge, createIssuer, createOwner, issueAward } from './support/people.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const anyone = createTestClient(instance.url);
const owner = await createOwner(instance, 'pro');
const issuerId = await createIssuer(owner, { name: 'Our University', logo: await badgeImage() });
const badgeId = await createBadge(owner, issuerId, { name: 'Our Badge' });

const signed = async (id: string) => assertOk(await anyone('GET', `/credentials/${id}/vc`));
/** True if its status list marks it as revoked. */
async function isListed({ credentialStatus }: { credentialStatus: Record<string, string> }) {
  const { statusListCredential = '', statusListIndex } = credentialStatus;
  const list = assertOk(await anyone('GET', new URL(statusListCredential).pathname)).body;
  return readStatus(
    await decodeStatusList(list.credentialSubject.encodedList),
    Number(statusListIndex),
  );
}

test('a credential has the same content in signed Open Badges 3.0 as in 2.0', async () => {
  const id = await issueAward(owner, badgeId, { expires: '2030-01-01' });
  const { body, headers } = await signed(id);
  const did = `did:web:${new URL(instance.url).host.replace(':', '%3A')}:issuer:${issuerId}`;
  const { issuer, proof, credentialStatus, credentialSubject, ...rest } = body;
  assert.deepEqual(rest, {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    id: `${instance.url}/credentials/${id}/vc`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: 'Our Badge',
    validFrom: '2026-03-01T00:00:00Z',
    validUntil: '2030-01-01T23:59:59Z',
  });
  assert.deepEqual([issuer.id, issuer.name, issuer.image.type], [did, 'Our University', 'Image']);
  assert.deepEqual(
    [proof.cryptosuite, proof.verificationMethod.split('#')[0]],
    ['eddsa-rdfc-2022', did],
  );
  assert.equal(credentialStatus.type, 'BitstringStatusListEntry');
  assert.match(credentialSubject.id, /^urn:uuid:/);
  assert.doesNotMatch(JSON.stringify(body), /charles@example\.org/);
  assert.match(
    headers.get('content-disposition') ?? '',
    /^inline; filename="Our Badge credential.json"/,
  );
  assert.equal(headers.get('cache-control'), 'public, max-age=300');
  const did3 = assertOk(await anyone('GET', `/issuer/${issuerId}/did.json`)).body;
  assert.deepEqual([did3.id, did3.verificationMethod.length], [did, 2]);
  assert.ok(did3.assertionMethod.includes(proof.verificationMethod));
});

test('the signed credential has the preferred media type, and caches distinguish the types by ETag', async () => {
  const id = await issueAward(owner, badgeId);
  const tags = new Set<string | null>();
  for (const [accept, type] of [
    ['*/*', 'application/vc+ld+json'],
    ['application/json', 'application/json'],
    ['application/ld+json', 'application/ld+json'],
  ] as const) {
    const response = assertOk(await anyone('GET', `/credentials/${id}/vc`, undefined, { accept }));
    assert.equal(response.headers.get('content-type'), type);
    const etag = response.headers.get('etag') ?? '';
    tags.add(etag);
    const again = { accept, 'if-none-match': etag };
    assert.equal((await anyone('GET', `/credentials/${id}/vc`, undefined, again)).status, 304);
  }
  assert.equal(tags.size, 3);
});

test('the same bytes are produced for every request, including concurrent first requests', async () => {
  const id = await issueAward(owner, badgeId);
  const responses = await Promise.all(Array.from({ length: 30 }, () => signed(id)));
  assert.equal(new Set(responses.map(({ text }) => text)).size, 1);
  const { rows } = await sql`select 1 from signed_credentials where credential_id = ${id}`.execute(
    instance.db,
  );
  assert.equal(rows.length, 1);
  const other = await startInstance({
    DATABASE_URL: instance.databaseUrl,
    BASE_URL: instance.url,
    TOPOLOGY: 'one',
    IMAGE_STORE_SHARED: 'yes',
  });
  try {
    const { text } = await createTestClient(other.direct)('GET', `/credentials/${id}/vc`);
    assert.equal(text, responses[0]?.text);
  } finally {
    await other.stop();
  }
});

test('issuing a credential signs nothing', async () => {
  const id = await issueAward(owner, badgeId);
  const { rows } = await sql`select 1 from signed_credentials where credential_id = ${id}`.execute(
    instance.db,
  );
  assert.deepEqual(rows, []);
});

test('a signed credential keeps the badge and issuer as they were when it was issued', async () => {
  const badge = await createBadge(owner, issuerId, { name: 'Before', criteria: 'One' });
  const first = await issueAward(owner, badge);
  const unasked = await issueAward(owner, badge);
  const { text } = await signed(first);
  const edit = (parameters: object) => owner.api('PUT', `/badges/${badge}`, { parameters });
  assertOk(await edit({ name: 'Between', criteria: 'Two', image: await badgeImage() }));
  const second = await issueAward(owner, badge);
  assertOk(await edit({ name: 'After' }));
  assertOk(await edit({ name: 'After' }));
  const logo = { parameters: { logo: '' } };
  assertOk(await owner.api('PUT', `/issuers/${issuerId}`, logo));
  assert.equal((await signed(first)).text, text);
  const readTexts = async (id: string) => {
    const { name, credentialSubject } = (await signed(id)).body;
    return [name, credentialSubject.achievement.criteria.narrative];
  };
  assert.deepEqual(await readTexts(unasked), ['Before', 'One']);
  assert.deepEqual(await readTexts(second), ['Between', 'Two']);
  assert.deepEqual(await readTexts(await issueAward(owner, badge)), ['After', 'Two']);
  const { rows } = await sql`select version from badge_versions where badge_id = ${badge}`.execute(
    instance.db,
  );
  assert.equal(rows.length, 2, 'an edit that changes nothing makes no version');
});

test('the image contains the signed credential, with the badge as it was then', async () => {
  const id = await issueAward(owner, badgeId);
  const answer = await fetch(`${instance.url}/credentials/${id}/badge3.png?download`);
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
  const [baked] = await unbakeAll(new Uint8Array(await answer.arrayBuffer()));
  assert.deepEqual([baked?.edition, baked?.text], ['3.0', (await signed(id)).text]);
});

test('the JWT has the same content, signed by the ES256 key', async () => {
  const id = await issueAward(owner, badgeId);
  const { text, headers } = assertOk(await anyone('GET', `/credentials/${id}/vc.jwt`));
  assert.match(headers.get('content-type') ?? '', /^text\/plain/);
  const [header, payload] = text
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('utf8'));
  const { alg, kid } = JSON.parse(header ?? '');
  const { iss, jti, nbf, sub, ...credential } = JSON.parse(payload ?? '');
  const { proof, ...document } = (await signed(id)).body;
  assert.deepEqual(credential, document);
  assert.deepEqual(
    [alg, iss, jti, nbf, sub],
    ['ES256', document.issuer.id, document.id, 1_772_323_200, document.credentialSubject.id],
  );
  assert.notEqual(kid, proof.verificationMethod);
});

test('a revoked credential is listed as revoked, an erased one returns 410, and an unknown one 404', async () => {
  const [revoked, late, erased] = [
    await issueAward(owner, badgeId),
    await issueAward(owner, badgeId),
    await issueAward(owner, badgeId),
  ];
  const { body, text } = await signed(revoked);
  assert.equal(await isListed(body), false);
  for (const id of [revoked, late])
    await owner.insignia.credentials.revoke({ awardId: id, reason: 'Copied' });
  assert.equal(await isListed(body), true);
  const after = await signed(revoked);
  assert.deepEqual([after.text, after.headers.get('cache-control')], [text, 'public, max-age=30']);
  assert.equal(await isListed((await signed(late)).body), true, 'asked for once it is revoked');
  const copy = (await signed(erased)).body;
  await owner.insignia.credentials.delete({ awardId: erased });
  assert.equal(await isListed(copy), true, 'copies of one that is erased are revoked');
  for (const path of ['vc', 'vc.jwt', 'badge3.png']) {
    assertRefused(await anyone('GET', `/credentials/${erased}/${path}`), 410, 'credential_gone');
    for (const id of [badgeId, 'nonsense'])
      assertRefused(await anyone('GET', `/credentials/${id}/${path}`), 404, 'credential_not_found');
  }
  const begin = (id: string) => anyone('POST', `/credentials/${id}/exchange`, {});
  // Wallets in browsers send a preflight.
  const preflight = await anyone('OPTIONS', `/credentials/${erased}/exchange`);
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  assert.equal(preflight.headers.get('access-control-allow-methods'), 'POST');
  const erasedExchange = await begin(erased);
  assertRefused(erasedExchange, 410, 'credential_gone');
  assert.equal(erasedExchange.headers.get('access-control-allow-origin'), '*');
  for (const id of [badgeId, 'nonsense'])
    assertRefused(await begin(id), 404, 'credential_not_found');
  assertRefused(await anyone('GET', `/issuer/${badgeId}/did.json`), 404, 'issuer_not_found');
  assertRefused(await anyone('GET', `/status/${badgeId}`), 404, 'status_list_not_found');
  assertRefused(await anyone('GET', '/status/x'), 404, 'status_list_not_found');
});

test('nothing of a deleted account is signed or published', async () => {
  const leaving = await createOwner(instance);
  const issuer = await createIssuer(leaving);
  const id = await issueAward(leaving, await createBadge(leaving, issuer));
  const { body } = await signed(id);
  const list = new URL(body.credentialStatus.statusListCredential).pathname;
  assertOk(await leaving.session('DELETE', '/account'));
  for (const path of [`/credentials/${id}/vc`, `/issuer/${issuer}/did.json`, list]) {
    const { status } = await anyone('GET', path, undefined, { accept: 'application/json' });
    assert.ok([404, 410].includes(status), `${path}: ${status}`);
  }
});
