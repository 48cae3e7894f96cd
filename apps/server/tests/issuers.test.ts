import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors } from '@insignia/contract';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, createTestSdk } from './support/client.ts';
import { dataUri, jpegBytes, pngBytes } from './support/images.ts';
import { findMailLink } from './support/mailbox.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  type Owner,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { countSideEffects } from './support/side-effects.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();

const foreign = (tag: string) => ({ email: `registrar-${tag}@uni.example` });

async function listed(owner: Owner, id: string) {
  const { items } = await owner.insignia.issuers.list();
  const item = items.find((each) => idFromUrl(each.id) === id);
  assert.ok(item, 'it is not in the list');
  return item;
}

async function codeFor(email: string, skip = 0): Promise<{ code: string; link: string }> {
  const link = findMailLink(
    await instance.mailbox.waitFor(email, /Approve an issuer/, skip),
    '/verify-issuer/',
  );
  return { link, code: idFromUrl(link) };
}

test('an issuer with the account’s address is verified at once, without an email [3.1-1 4.3-1]', async () => {
  const owner = await createOwner(instance);
  const { issuerId } = await owner.insignia.issuers.create({
    name: 'Uni',
    url: 'https://uni.example/',
    email: owner.email.toUpperCase(),
  });
  assert.match(issuerId, new RegExp(`^${instance.url}/certify-badge/issuer/[0-9a-f-]{36}$`));
  const item = await listed(owner, idFromUrl(issuerId));
  assert.equal(item.verified, true);
  assert.equal(typeof item.timestamp, 'number');
  assert.ok(Math.abs(item.timestamp - Date.now()) < 60_000);
  assert.equal((await countSideEffects(instance, owner.accountId)).mails, 0);
});

test('an issuer with another address is verified by an emailed code, which can be used repeatedly [3.1-2 3.1-3 4.3-3]', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner, foreign('code'));
  assert.equal((await listed(owner, id)).verified, false);
  const { code } = await codeFor('registrar-code@uni.example');
  const path = `/issuers/${id}/verify`;
  assertRefused(
    await owner.api('POST', path, { parameters: { code: 'f'.repeat(32) } }),
    400,
    'invalid_verification_code',
  );
  assertRefused(
    await owner.api('POST', path, { parameters: { code, issuerId: owner.accountId } }),
    400,
    'invalid_request',
    'issuerId',
  );
  assert.equal((await listed(owner, id)).verified, false);
  const right = assertOk(await owner.api('POST', path, { parameters: { code, issuerId: id } }));
  assert.equal(typeof right.body, 'string');
  assertOk(await owner.api('POST', path, { parameters: { code } }));
  assertRefused(
    await owner.api('POST', path, { parameters: { code: 'f'.repeat(32) } }),
    400,
    'invalid_verification_code',
  );
  assert.equal((await listed(owner, id)).verified, true);
});

test('the verification email names the requester and explains how to object', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner, { ...foreign('words'), name: 'Uni <b>& Co' });
  const { mail } = await instance.mailbox.waitFor('registrar-words@uni.example');
  for (const part of [mail.text ?? '', mail.html ?? '']) {
    assert.ok(part.includes(owner.name) && part.includes(owner.email));
    assert.match(part, /object/);
  }
  assert.ok(mail.html?.includes('Uni &lt;b&gt;&amp; Co'));
  assert.ok(mail.text?.includes('Uni <b>& Co'));
});

test('the emailed link verifies on GET, never on HEAD, and shows a confirmation page [3.1-4 4.6-6]', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner, foreign('link'));
  const { link } = await codeFor('registrar-link@uni.example');
  const anyone = createTestClient(instance.url);
  await anyone('HEAD', link);
  assert.equal((await listed(owner, id)).verified, false);
  const wrong = await anyone('GET', `${link.slice(0, -1)}x`);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /not valid/);
  for (const unknown of [
    `${instance.url}/certify-badge/verify-issuer/nonsense/x`,
    link.replace(id, owner.accountId),
  ])
    assert.equal((await anyone('GET', unknown)).status, 400);
  for (let time = 0; time < 2; time++) {
    const page = assertOk(await anyone('GET', link));
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /is verified/);
  }
  assert.equal((await listed(owner, id)).verified, true);
});

test('changing to the account’s address verifies the issuer, changing to another one restarts verification [3.1-5 3.1-6 4.3-5]', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner, foreign('put'));
  const first = await codeFor('registrar-put@uni.example');
  const changed = assertOk(
    await owner.api('PUT', `/issuers/${id}`, { parameters: { email: 'other-put@uni.example' } }),
  );
  assert.deepEqual(changed.body, {
    issuerId: `${instance.url}/certify-badge/issuer/${id}`,
    updated: true,
  });
  assertRefused(
    await owner.api('POST', `/issuers/${id}/verify`, { parameters: { code: first.code } }),
    400,
    'invalid_verification_code',
  );
  const second = await codeFor('other-put@uni.example');
  assert.notEqual(second.code, first.code);
  await owner.insignia.issuers.update({
    issuerId: id,
    name: 'Renamed',
    url: 'https://new.example',
  });
  await codeFor('other-put@uni.example', 1);
  await owner.insignia.issuers.update({ issuerId: id, email: owner.email });
  const item = await listed(owner, id);
  assert.deepEqual(
    [item.verified, item.name, item.url, item.email],
    [true, 'Renamed', 'https://new.example', owner.email],
  );
});

test('an update without fields, and a second use of the code, have no side effects', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner, foreign('noop'));
  const { code } = await codeFor('registrar-noop@uni.example');
  const etag = await listed(owner, id);
  const before = await countSideEffects(instance, owner.accountId);
  assert.equal(before.mails, 1);
  await owner.insignia.issuers.update({ issuerId: id });
  assert.deepEqual(await countSideEffects(instance, owner.accountId), before);
  assert.deepEqual(await listed(owner, id), etag);
  const verified = { ...before, auditRows: before.auditRows + 1 };
  for (let time = 0; time < 2; time++) {
    await owner.insignia.issuers.verify({ issuerId: id, code });
    assert.deepEqual(await countSideEffects(instance, owner.accountId), verified);
  }
  assertRefused(
    await owner.api('POST', `/issuers/${id}/rotate-code`),
    400,
    'issuer_already_verified',
  );
  assert.deepEqual(await countSideEffects(instance, owner.accountId), verified);
});

test('rotating the code voids the old one and emails a new one, only while unverified [3.1-7 3.1-9 4.3-6]', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner, foreign('rotate'));
  const first = await codeFor('registrar-rotate@uni.example');
  const rotated = assertOk(await owner.api('POST', `/issuers/${id}/rotate-code`));
  assert.deepEqual(rotated.body, { statusCode: 200, info: { sent: true } });
  const second = await codeFor('registrar-rotate@uni.example', 1);
  assert.equal((await createTestClient(instance.url)('GET', first.link)).status, 400);
  assertOk(await createTestClient(instance.url)('GET', second.link));
  assertRefused(
    await owner.api('POST', `/issuers/${id}/rotate-code`),
    400,
    'issuer_already_verified',
  );
});

test('only the logo and LinkedIn id of a verified issuer can change [3.1-8 7-14]', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner);
  const logo = dataUri(await jpegBytes(), 'image/jpeg');
  for (const parameters of [
    { name: 'Other' },
    { email: owner.email },
    { url: 'https://x.example', logo },
  ]) {
    const answer = await owner.api('PUT', `/issuers/${id}`, { parameters });
    assertRefused(answer, 400, 'verified_issuer_not_editable');
    assert.match(answer.body.error, /^verified issuers cannot be edited/);
  }
  assert.equal((await listed(owner, id)).logo, undefined);
  await owner.insignia.issuers.update({ issuerId: id, logo, linkedinOrganizationId: '1337' });
  const item = await listed(owner, id);
  assert.deepEqual(
    [item.name, item.verified, item.linkedinOrganizationId],
    ['Analytical Society', true, '1337'],
  );
  assert.equal((await fetch(item.logo ?? '')).headers.get('content-type'), 'image/jpeg');
  const profile = assertOk(
    await createTestClient(instance.url)('GET', `/certify-badge/issuer/${id}`),
  ).body;
  assert.equal(profile.image, item.logo);
  await owner.insignia.issuers.update({ issuerId: id, logo: '', linkedinOrganizationId: '' });
  const cleared = await listed(owner, id);
  assert.deepEqual([cleared.logo, cleared.linkedinOrganizationId], [undefined, undefined]);
});

test("a verified issuer's name can be corrected until its first credential, which shows it", async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner);
  const badgeId = await createBadge(owner, id);
  const profile = async () =>
    assertOk(await createTestClient(instance.url)('GET', `/certify-badge/issuer/${id}`)).body;
  assert.equal((await profile()).name, 'Analytical Society');
  const { etag } = await owner.insignia.issuers.get({ issuerId: id });
  const before = await countSideEffects(instance, owner.accountId);
  const correct = (name: string, headers = {}) =>
    owner.api('PUT', `/issuers/${id}/name`, { parameters: { name } }, headers);
  assertRefused(await correct('ab'), 400, 'invalid_request');
  assertRefused(await correct('Other', { 'if-match': '"old"' }), 412, 'precondition_failed');
  assert.deepEqual(await countSideEffects(instance, owner.accountId), before);
  const corrected = assertOk(await correct('Analytical Society of London', { 'if-match': etag }));
  assert.equal(corrected.body.updated, true);
  assert.equal((await profile()).name, 'Analytical Society of London');
  const item = await listed(owner, id);
  assert.deepEqual([item.name, item.verified], ['Analytical Society of London', true]);
  assert.equal(
    corrected.headers.get('etag'),
    (await owner.insignia.issuers.get({ issuerId: id })).etag,
  );
  // The contract's own operation still refuses it.
  assertRefused(
    await owner.api('PUT', `/issuers/${id}`, { parameters: { name: 'Other' } }),
    400,
    'verified_issuer_not_editable',
  );
  const awardId = await issueAward(owner, badgeId);
  assertRefused(await correct('Too late'), 409, 'issuer_has_credentials');
  await owner.insignia.credentials.revoke({ awardId });
  assertRefused(await correct('Too late'), 409, 'issuer_has_credentials');
  assert.equal((await profile()).name, 'Analytical Society of London');
});

test('an issuer whose name is corrected while credentials are issued has one name', async () => {
  const owner = await createOwner(instance, 'pro');
  for (let time = 0; time < 5; time++) {
    const issuerId = await createIssuer(owner);
    const badgeId = await createBadge(owner, issuerId);
    const [awardIds, corrected] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => issueAward(owner, badgeId))),
      owner.api('PUT', `/issuers/${issuerId}/name`, { parameters: { name: 'Corrected Name' } }),
    ]);
    const name = corrected.status === 200 ? 'Corrected Name' : 'Analytical Society';
    if (corrected.status !== 200) assertRefused(corrected, 409, 'issuer_has_credentials');
    assert.equal((await listed(owner, issuerId)).name, name);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from issuer_versions where issuer_id = ${issuerId}`.execute(
      instance.db,
    );
    assert.deepEqual(rows, [{ n: 0 }]);
    assert.equal(awardIds.length, 4);
    for (const awardId of awardIds) await owner.insignia.credentials.delete({ awardId });
    await owner.insignia.badges.delete({ badgeId });
    await owner.insignia.issuers.delete({ issuerId });
  }
});

test('updating an issuer of another account is not authorized, and an unknown one not found [7-15 7-16]', async () => {
  const [owner, other] = [await createOwner(instance), await createOwner(instance)];
  const id = await createIssuer(other);
  const answer = await owner.api('PUT', `/issuers/${id}`, { parameters: { name: 'Mine now' } });
  assertRefused(answer, 400, 'not_authorized');
  assert.equal(answer.body.error, 'not authorized');
  for (const unknown of [owner.accountId, 'nonsense'])
    assertRefused(
      await owner.api('PUT', `/issuers/${unknown}`, { parameters: { name: 'Nobody' } }),
      404,
      'issuer_not_found',
    );
});

test('an issuer with badges cannot be deleted; a revoked credential keeps its profile public [4.3-4 7-12 7-13]', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner);
  const badgeId = await createBadge(owner, id);
  const blocked = await owner.api('DELETE', `/issuers/${id}`);
  assertRefused(blocked, 400, 'issuer_has_badges');
  assert.equal(blocked.body.error, 'issuer has 1 badge(s) linked: delete the badges first');
  const awardId = await issueAward(owner, badgeId);
  await sql`update credentials set revoked_at = now() where id = ${awardId}`.execute(instance.db);
  await owner.insignia.badges.delete({ badgeId });
  const deleted = assertOk(await owner.api('DELETE', `/issuers/${id}`));
  assert.equal(typeof deleted.body, 'string');
  await assert.rejects(listed(owner, id), /not in the list/);
  assertRefused(await owner.api('DELETE', `/issuers/${id}`), 404, 'issuer_not_found');
  assertOk(await createTestClient(instance.url)('GET', `/certify-badge/issuer/${id}`));
  const bareIssuer = await createIssuer(owner);
  await owner.insignia.issuers.delete({ issuerId: bareIssuer });
  assertRefused(
    await createTestClient(instance.url)('GET', `/certify-badge/issuer/${bareIssuer}`),
    404,
    'issuer_not_found',
  );
});

test('a page of the list has 50 issuers, newest first, stable while rows change [4.3-2]', async () => {
  const owner = await createOwner(instance);
  // More than the plan allows, as after a downgrade.
  await sql`insert into issuers (id, account_id, name, url, email, code_hash, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${owner.accountId}, 'Old ' || n, 'https://x.example', 'x@x.example', '', now()
    from generate_series(1, 60) n`.execute(instance.db);
  const first = await owner.insignia.issuers.list();
  assert.equal(first.items.length, 50);
  assert.equal(typeof first.lastEvaluatedKey, 'string');
  await owner.insignia.issuers.delete({ issuerId: idFromUrl(first.items[49]?.id ?? '') });
  const second = await owner.insignia.issuers.list({ lastEvaluatedKey: first.lastEvaluatedKey });
  assert.equal(second.lastEvaluatedKey, undefined);
  const all = [...first.items, ...second.items].map(({ id }) => idFromUrl(id));
  assert.equal(new Set(all).size, 60);
  assert.deepEqual([...all].sort().reverse(), all);
  for (const key of ['garbage', `${first.lastEvaluatedKey}x`])
    assertRefused(
      await owner.api('GET', `/issuers?lastEvaluatedKey=${key}`),
      400,
      'invalid_page_token',
      'lastEvaluatedKey',
    );
  const stranger = await createOwner(instance);
  assertRefused(
    await stranger.api('GET', `/issuers?lastEvaluatedKey=${first.lastEvaluatedKey}`),
    400,
    'invalid_page_token',
  );
});

test('the plan limits issuers, also in concurrent requests [4.3-7 8-1]', async () => {
  for (const [plan, limit] of [
    ['free', 2],
    ['starter', 5],
    ['pro', 10],
  ] as const) {
    const owner = await createOwner(instance, plan);
    const parameters = { name: 'One of many', url: 'https://many.example', email: owner.email };
    const answers = await Promise.all(
      Array.from({ length: limit + 10 }, () => owner.api('POST', '/issuers', { parameters })),
    );
    const refusals = answers.filter(({ status }) => status !== 200);
    assert.equal(refusals.length, 10);
    for (const answer of refusals) assertRefused(answer, 403, 'issuer_limit_reached');
    assert.equal(refusals[0]?.body.error, errors.issuer_limit_reached.text);
    const usage = await sql<{
      credentials: number;
    }>`select credentials from account_usage where account_id = ${owner.accountId}`.execute(
      instance.db,
    );
    assert.equal(usage.rows[0]?.credentials, 0);
  }
});

test('an issuer name has at least 3 characters, counted after trimming [8-4]', async () => {
  const owner = await createOwner(instance);
  const send = (name: string) =>
    owner.api('POST', '/issuers', {
      parameters: { name, url: 'https://x.example', email: owner.email },
    });
  for (const name of ['ab', '  ab  '])
    assertRefused(await send(name), 400, 'invalid_request', 'name');
  assertOk(await send('  abc '));
  assert.equal((await owner.api('GET', '/issuers')).body.items[0].name, 'abc');
});

test('a PNG logo stays a PNG, and is scaled down', async () => {
  const owner = await createOwner(instance);
  const id = await createIssuer(owner, { logo: (await pngBytes(2_000, 500)).toString('base64') });
  const response = await fetch((await listed(owner, id)).logo ?? '');
  assert.equal(response.headers.get('content-type'), 'image/png');
  const view = new DataView(await response.arrayBuffer());
  assert.deepEqual([view.getUint32(16), view.getUint32(20)], [1_024, 256]);
});

test('reading an issuer returns an ETag, and only one of fifty concurrent saves with If-Match succeeds', async () => {
  const [owner, stranger] = [await createOwner(instance), await createOwner(instance)];
  const issuerId = await createIssuer(owner, foreign('tagged'));
  const { issuers } = createTestSdk(instance.url, owner.key);
  const before = await issuers.get({ issuerId });
  const { etag, ...item } = before;
  assert.deepEqual(item, await listed(owner, issuerId));
  assertRefused(await stranger.api('GET', `/issuers/${issuerId}`), 404, 'issuer_not_found');
  const save = (n: number) => issuers.update({ issuerId, name: `By ${n}` }, { ifMatch: etag });
  const saves = (await runConcurrently(50, (n) => Promise.allSettled([save(n)]))).flat();
  const successes = saves.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(successes.length, 1);
  for (const one of saves)
    if (one.status === 'rejected') assert.equal(one.reason.code, 'precondition_failed');
  assert.equal((await issuers.get({ issuerId })).etag, successes[0]?.etag);
  // Verified meanwhile, so other fields may change.
  const { code } = await codeFor('registrar-tagged@uni.example', 1);
  await issuers.verify({ issuerId, code });
  await assert.rejects(
    issuers.update({ issuerId, linkedinOrganizationId: '7' }, { ifMatch: successes[0]?.etag }),
    { code: 'precondition_failed' },
  );
});
