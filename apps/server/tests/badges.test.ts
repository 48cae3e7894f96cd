import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, createTestSdk } from './support/client.ts';
import { badgeImage } from './support/images.ts';
import { createBadge, createIssuer, createOwner, idFromUrl, issueAward } from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const owner = await createOwner(instance);
const issuerId = await createIssuer(owner);

const get = async (path: string) => assertOk(await owner.api('GET', path)).body;

test('a badge is created under a verified issuer, with a bare id or a URL [3.1-10 4.4-1 7-19]', async () => {
  const image = await badgeImage();
  const words = { name: 'B', description: 'D', criteria: 'C', image };
  const asUrl = `${instance.url}/certify-badge/issuer/${issuerId}`;
  const { badgeId } = assertOk(
    await owner.api('POST', '/badges', { parameters: { ...words, issuerId: asUrl } }),
  ).body;
  assert.match(badgeId, new RegExp(`^${instance.url}/certify-badge/badge/[0-9a-f-]{36}$`));
  const unverified = await createIssuer(owner, { email: 'somebody@else.example' });
  const refusal = await owner.api('POST', '/badges', {
    parameters: { ...words, issuerId: unverified },
  });
  assertRefused(refusal, 400, 'issuer_not_verified');
  assert.equal(refusal.body.error, 'the issuer must be verified before you create badges');
  for (const unknown of [
    owner.accountId,
    'nonsense',
    `${instance.url}/certify-badge/issuer/${owner.accountId}`,
  ])
    assertRefused(
      await owner.api('POST', '/badges', { parameters: { ...words, issuerId: unknown } }),
      404,
      'issuer_not_found',
    );
});

test('both reads return the same badge, with share text and design where specified [4.4-3 4.4-4]', async () => {
  const designJson = JSON.stringify({ layers: [{ text: 'Ω' }] });
  const id = await createBadge(owner, issuerId, { shareText: 'Look: {{badge_name}}', designJson });
  const whole = await get(`/badges/${id}`);
  assert.deepEqual(Object.keys(whole).sort(), [
    'criteria',
    'description',
    'designJson',
    'id',
    'image',
    'issuer',
    'name',
    'shareText',
    'timestamp',
  ]);
  assert.equal(whole.designJson, designJson);
  assert.equal(whole.shareText, 'Look: {{badge_name}}');
  assert.equal(whole.issuer, `${instance.url}/certify-badge/issuer/${issuerId}`);
  assert.deepEqual(whole.criteria, { narrative: 'Wrote one' });
  assert.match(whole.timestamp, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const { designJson: _design, shareText, ...plain } = whole;
  assert.deepEqual(await get(`/badges?badgeId=${id}`), plain);
  assert.deepEqual(await get(`/badges?badgeId=${id}&includeShareText=true`), {
    ...plain,
    shareText,
  });
  assert.deepEqual(
    await get(`/badges?badgeId=${encodeURIComponent(whole.id)}&includeShareText=false`),
    plain,
  );
  assert.deepEqual(
    (await get('/badges')).find((badge: { id: string }) => badge.id === whole.id),
    plain,
  );
  const { shareText: fallback } = await get(`/badges/${await createBadge(owner, issuerId)}`);
  assert.match(fallback, /\{\{badge_name\}\}/);
  for (const path of [
    `/badges/${owner.accountId}`,
    `/badges?badgeId=${owner.accountId}`,
    '/badges/nonsense',
  ])
    assertRefused(await owner.api('GET', path), 404, 'badge_not_found');
});

test('the list is a bare array of all badges, and limit adds pages with a Link [4.4-2]', async () => {
  const other = await createOwner(instance);
  const issuer = await createIssuer(other);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift(await createBadge(other, issuer, { name: `Badge ${n}` }));
  const all = assertOk(await other.api('GET', '/badges')).body;
  assert.deepEqual(
    all.map(({ id }: { id: string }) => idFromUrl(id)),
    ids,
  );
  let path: string | undefined = '/badges?limit=2';
  const listedIds: string[] = [];
  const sizes: number[] = [];
  while (path) {
    const { body, headers } = assertOk(await other.api('GET', path));
    listedIds.push(...body.map(({ id }: { id: string }) => idFromUrl(id)));
    sizes.push(body.length);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual(listedIds, ids);
  assert.deepEqual(sizes, [2, 2, 1]);
  const refusals = {
    '0': 'limit must be at least 1',
    '-1': 'limit must be at least 1',
    x: 'limit must be a number',
    '1.5': 'limit must be a whole number',
    '1001': 'limit must be at most 1000',
  };
  for (const [limit, error] of Object.entries(refusals)) {
    const answer = await other.api('GET', `/badges?limit=${limit}`);
    assertRefused(answer, 400, 'invalid_request', 'limit');
    assert.equal(answer.body.error, error);
  }
});

test('an update changes only the fields sent, and public documents at once [4.4-5]', async () => {
  const id = await createBadge(owner, issuerId, { designJson: '{"v":1}' });
  const stranger = createTestClient(instance.url);
  const before = assertOk(await stranger('GET', `/certify-badge/badge/${id}`)).body;
  const parameters = { badgeId: id, name: 'New name', image: await badgeImage(10) };
  const answer = assertOk(await owner.api('PUT', `/badges/${id}`, { parameters }));
  assert.deepEqual(answer.body, { badgeId: before.id, updated: true });
  const after = assertOk(await stranger('GET', `/certify-badge/badge/${id}`)).body;
  assert.equal(after.name, 'New name');
  assert.notEqual(after.image, before.image);
  assert.deepEqual([after.description, after.criteria], [before.description, before.criteria]);
  assert.equal((await get(`/badges/${id}`)).designJson, '{"v":1}');
  await owner.insignia.badges.update({ badgeId: id });
  assertRefused(
    await owner.api('PUT', `/badges/${id}`, { parameters: { badgeId: issuerId } }),
    400,
    'invalid_request',
    'badgeId',
  );
  assertRefused(
    await owner.api('PUT', `/badges/${owner.accountId}`, { parameters: { name: 'x' } }),
    404,
    'badge_not_found',
  );
});

test('a share text is plain text with known placeholders only [4.4-6]', async () => {
  const id = await createBadge(owner, issuerId);
  const path = `/badges/${id}/share-text`;
  const text = 'I < 3 & you > 2: {{badge_name}}, {{ issuer_name }}, {{recipient_name}}';
  assert.deepEqual(assertOk(await owner.api('PUT', path, { parameters: { text } })).body, {
    badgeId: `${instance.url}/certify-badge/badge/${id}`,
  });
  assert.equal((await get(`/badges/${id}`)).shareText, text);
  for (const bad of [
    '<b>bold</b>',
    'x <script>',
    '</p>',
    '<!-- -->',
    '{{unknown}}',
    '{{constructor}}',
    '',
    'x'.repeat(1_001),
    7,
    null,
  ])
    assertRefused(
      await owner.api('PUT', path, { parameters: { text: bad } }),
      400,
      'invalid_request',
      'text',
    );
  assertRefused(
    await owner.api('POST', '/badges', { parameters: { shareText: '<i>' } }),
    400,
    'invalid_request',
    'shareText',
  );
  assertRefused(
    await owner.api('PUT', `/badges/${owner.accountId}/share-text`, { parameters: { text } }),
    404,
    'badge_not_found',
  );
});

test('a badge with credentials cannot be deleted; with only revoked ones, just its document remains [4.4-7 4.4-8 7-17 7-18]', async () => {
  const id = await createBadge(owner, issuerId);
  const awardId = await issueAward(owner, id);
  const refusal = await owner.api('DELETE', `/badges/${id}`);
  assertRefused(refusal, 400, 'badge_has_credentials');
  assert.match(refusal.body.error, /revoke or delete each credential first/);
  await sql`update credentials set revoked_at = now() where id = ${awardId}`.execute(instance.db);
  const deleted = assertOk(await owner.api('DELETE', `/badges/${id}`));
  assert.equal(typeof deleted.body, 'string');
  assertRefused(await owner.api('GET', `/badges/${id}`), 404, 'badge_not_found');
  assert.equal(
    (await get('/badges')).some((badge: { id: string }) => idFromUrl(badge.id) === id),
    false,
  );
  assertOk(await createTestClient(instance.url)('GET', `/certify-badge/badge/${id}`));
  const award = {
    badgeId: id,
    recipient: { name: 'Somebody', email: 'a@b.example' },
    issuedOn: '2026-01-01',
  };
  assertRefused(await owner.api('POST', '/awards', { parameters: award }), 404, 'badge_not_found');
  assertRefused(await owner.api('DELETE', `/badges/${id}`), 404, 'badge_not_found');
  const unused = await createBadge(owner, issuerId);
  await owner.insignia.badges.delete({ badgeId: unused });
  assertRefused(
    await createTestClient(instance.url)('GET', `/certify-badge/badge/${unused}`),
    404,
    'badge_not_found',
  );
});

test('deleting a badge while it is issued leaves either the badge or no credential', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await createBadge(owner, issuerId);
    const award = {
      badgeId: id,
      recipient: { name: 'Somebody', email: 'a@b.example' },
      issuedOn: '2026-01-01',
    };
    const [deleted, ...issued] = await Promise.all([
      owner.api('DELETE', `/badges/${id}`),
      ...Array.from({ length: 4 }, () => owner.api('POST', '/awards', { parameters: award })),
    ]);
    const issuedCount = issued.filter(({ status }) => status === 200).length;
    if (deleted.status === 200) assert.equal(issuedCount, 0);
    else assertRefused(deleted, 400, 'badge_has_credentials');
    for (const answer of issued)
      if (answer.status !== 200) assertRefused(answer, 404, 'badge_not_found');
  }
});

test('If-Match prevents overwriting unread changes, and the ETag depends only on the content', async () => {
  const id = await createBadge(owner, issuerId, { designJson: '{}' });
  const path = `/badges/${id}`;
  const updateBadge = (parameters: object, tag?: string) =>
    owner.api('PUT', path, { parameters }, tag === undefined ? {} : { 'if-match': tag });
  const getEtag = ({ headers }: { headers: Headers }) => headers.get('etag') ?? '';
  const first = getEtag(assertOk(await owner.api('GET', path)));
  assert.match(first, /^"[\w-]{27}"$/);
  const second = getEtag(assertOk(await updateBadge({ name: 'Second' }, first)));
  assert.notEqual(second, first);
  assert.equal(getEtag(assertOk(await owner.api('GET', path))), second);
  assertRefused(await updateBadge({ name: 'Third' }, first), 412, 'precondition_failed');
  assert.equal((await get(path)).name, 'Second');
  for (const stale of ['nonsense', '""', `"x", ${first}`, `W/${first}`])
    assertRefused(await updateBadge({ name: 'Third' }, stale), 412, 'precondition_failed');
  for (const one of [second, `W/${second}`, `${first} , ${second}`, '*'])
    assert.equal(getEtag(assertOk(await updateBadge({ name: 'Second' }, one))), second);
  for (const change of [
    { designJson: '{"a":1}' },
    { criteria: 'Other' },
    { image: await badgeImage() },
  ])
    assertOk(await updateBadge(change, getEtag(await owner.api('GET', path))));
  const asShown = getEtag(await owner.api('GET', path));
  const text = { parameters: { text: 'Look' } };
  const shared = await owner.api('PUT', `${path}/share-text`, text, { 'if-match': asShown });
  assert.notEqual(getEtag(assertOk(shared)), asShown);
  assertRefused(
    await owner.api('PUT', `${path}/share-text`, text, { 'if-match': asShown }),
    412,
    'precondition_failed',
  );
  assertOk(await updateBadge({ name: 'Last version' }));
  const now = getEtag(await owner.api('GET', path));
  const known = await owner.api('GET', path, undefined, { 'if-none-match': now });
  assert.deepEqual([known.status, known.text, getEtag(known)], [304, '', now]);
  assertOk(await owner.api('GET', path, undefined, { 'if-none-match': first }));
});

test('when fifty clients save from the same version at once, one succeeds', async () => {
  const { badges } = createTestSdk(instance.url, owner.key);
  const badgeId = await createBadge(owner, issuerId);
  const { etag } = await badges.get({ badgeId });
  const updates = (
    await runConcurrently(50, (n) =>
      Promise.allSettled([badges.update({ badgeId, name: `By ${n}` }, { ifMatch: etag })]),
    )
  ).flat();
  const successes = updates.filter(({ status }) => status === 'fulfilled');
  assert.equal(successes.length, 1);
  for (const one of updates)
    if (one.status === 'rejected') assert.equal(one.reason.code, 'precondition_failed');
  const winner = updates.findIndex(({ status }) => status === 'fulfilled');
  const after = await badges.get({ badgeId });
  assert.equal(after.name, `By ${winner}`);
  assert.equal(successes[0]?.status === 'fulfilled' && successes[0].value.etag, after.etag);
});
