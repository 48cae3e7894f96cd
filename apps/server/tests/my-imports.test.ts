import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { bakeCredentialPng, bakeCredentialSvg } from '@insignia/openbadges/baking';
import { hashIdentity } from '@insignia/openbadges/shared';
import { sql } from 'kysely';
import { signRdf } from '../../../packages/openbadges/tests/support/sign-any.ts';
import { attach } from './support/attached-pdfs.ts';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import {
  foreignDid,
  otherIssuer,
  signForeign,
  signForeignJwt,
} from './support/foreign-credential.ts';
import { pngBytes } from './support/images.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  readAddressCode,
  signInByCode,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({
  VERIFY_ALLOWED_PRIVATE_CIDRS: '127.0.0.2/32',
  TRUST_PROXY: '127.0.0.1/32',
});
const { url, db, mailbox } = instance;
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

/** Documents on the other issuer's server. */
const web: Record<string, unknown> = {};
let answer: RequestListener = (request, response) => {
  const document = web[request.url ?? ''];
  const text = typeof document === 'string' ? document : JSON.stringify(document ?? {});
  response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(text);
};
const other = createServer((request, response) => answer(request, response));
other.listen(0, '127.0.0.2');
await once(other, 'listening');
const origin = `http://127.0.0.2:${(other.address() as AddressInfo).port}`;
after(() => {
  other.closeAllConnections();
  other.close();
});

let serial = 0;
const newAddress = () => `keeps-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const createRecipient = async () => {
  const email = newAddress();
  return { email, ...(await signInByCode(instance, email)) };
};
const send = (session: SendRequest, body: object) => session('POST', '/my/imports', body);
const list = async (session: SendRequest, query = '') =>
  assertOk(await session('GET', `/my/credentials${query}`)).body.items;

async function upload(cookie: string, bytes: Uint8Array | string, path = '/my/imports') {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'badge');
  const response = await fetch(url + path, {
    ...{ method: 'POST', body: form, redirect: 'manual' },
    headers: { cookie, origin: url, ...(path !== '/my/imports' && { accept: 'text/html' }) },
  });
  const text = await response.text();
  const body = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}

/** A hosted assertion of Open Badges 2.0. Returns its address. */
function host(email: string, more: object = {}): string {
  const path = `/${++serial}`;
  const context = 'https://w3id.org/openbadges/v2';
  web[`${path}/issuer`] = {
    ...{ '@context': context, id: `${origin}${path}/issuer`, type: 'Issuer' },
    ...{ name: 'Old Academy', url: `${origin}/`, email: 'badges@academy.example' },
  };
  web[`${path}/badge`] = {
    ...{ '@context': context, id: `${origin}${path}/badge`, type: 'BadgeClass' },
    ...{ name: 'Hosted badge', description: 'D', image: `${origin}/image.png` },
    ...{ criteria: { narrative: 'C' }, issuer: `${origin}${path}/issuer` },
  };
  web[path] = {
    ...{ '@context': context, id: `${origin}${path}`, type: 'Assertion' },
    recipient: { type: 'email', hashed: true, identity: hashIdentity(email) },
    ...{ badge: `${origin}${path}/badge`, verification: { type: 'hosted' } },
    ...{ issuedOn: '2026-03-01T00:00:00Z', ...more },
  };
  return `${origin}${path}`;
}

test('credentials of other issuers are imported as document, JWT, picture, PDF and link, with who proved them', async () => {
  const { email, cookie, session } = await createRecipient();
  const document = await signForeign(email, { name: 'Document' });
  const created = assertOk(await send(session, { document }), 201).body;
  assert.deepEqual(
    { ...created, id: '', imported: { ...created.imported, importedId: '', checkedAt: '' } },
    {
      ...{ id: '', source: 'imported', badge: { name: 'Document', image: null } },
      ...{ issuer: { name: 'Open Academy' }, recipient: { name: null, email } },
      ...{ issuedOn: '2026-03-01T00:00:00.000Z', expires: null, status: 'valid' },
      ...{ page: null, certificate: null, openRequests: [], walletCopies: 0, deletedCopies: 0 },
      imported: {
        ...{ importedId: '', edition: '3.0', checkedAt: '' },
        provenBy: { by: 'did:key', key: foreignDid.replace('did:key:', '') },
      },
    },
  );
  assert.equal(created.id, `${url}/my/imports/${created.imported.importedId}`);
  assertOk(await send(session, { document: await signForeignJwt(email, { name: 'JWT' }) }), 201);
  const png = await bakeCredentialPng(
    await pngBytes(),
    JSON.stringify(await signForeign(email, { name: 'PNG' })),
  );
  assertOk(await upload(cookie, png), 201);
  const svg = bakeCredentialSvg(
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    JSON.stringify(await signForeign(email, { name: 'SVG' })),
  );
  assertOk(await upload(cookie, svg), 201);
  const pdf = attach(
    ['PDF', 'March 1, 2026'],
    JSON.stringify(await signForeign(email, { name: 'PDF' })),
  );
  assertOk(await upload(cookie, pdf), 201);
  web['/signed'] = await signForeign(email, { name: 'Link' });
  assertOk(await send(session, { url: `${origin}/signed` }), 201);
  const hosted = assertOk(await send(session, { url: host(email) }), 201).body;
  assert.deepEqual(hosted.imported.provenBy, {
    ...{ by: 'hosted', host: new URL(origin).host, encrypted: false },
  });
  const names = async (query = '') =>
    (await list(session, query)).map(({ badge }: { badge: { name: string } }) => badge.name);
  const all = ['Hosted badge', 'Link', 'PDF', 'SVG', 'PNG', 'JWT', 'Document'];
  assert.deepEqual(await names(), all);
  assert.deepEqual(await names('?source=imported'), all);
  assert.deepEqual(await names('?source=issued'), []);
  assert.deepEqual(await names('?search=old'), ['Hosted badge']);
  assert.deepEqual(await names('?status=expired'), []);
  // A signed credential doesn't need its address any more.
  const { rows } = await sql<{ content: Buffer }>`
    select content from imported_credentials where badge_name = 'Link' and address = ${email}`.execute(
    db,
  );
  assert.deepEqual(JSON.parse(String(rows[0]?.content)), web['/signed']);
});

test('issued and imported credentials are one list with pages', async () => {
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const { email, session, personId } = await createRecipient();
  for (let n = 0; n < 3; n++) {
    await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
    assertOk(await send(session, { document: await signForeign(email) }), 201);
  }
  const rows = await list(session);
  assert.deepEqual(
    rows.map(({ source }: { source: string }) => source),
    ['imported', 'issued', 'imported', 'issued', 'imported', 'issued'],
  );
  await sql`insert into imported_credentials (id, person_id, address, identity, content, edition, status, badge_name, checked_at, check_due)
    select gen_random_uuid(), person_id, address, sha256((id::text || n)::bytea), content, edition, status, 'Many', checked_at, check_due
    from imported_credentials, generate_series(1, 40) n where person_id = ${personId}`.execute(db);
  const ids: string[] = [];
  let key: string | undefined;
  do {
    const page = assertOk(
      await session(
        'GET',
        `/my/credentials${key ? `?lastEvaluatedKey=${encodeURIComponent(key)}` : ''}`,
      ),
    ).body;
    ids.push(...page.items.map(({ id }: { id: string }) => id));
    key = page.lastEvaluatedKey;
  } while (key);
  assert.equal(ids.length, 126);
  assert.equal(new Set(ids).size, 126);
});

test('only credentials of a confirmed address are accepted, and they leave with it', async () => {
  const { email, session, cookie, personId } = await createRecipient();
  const second = newAddress();
  const document = await signForeign(second);
  for (const refused of [
    await send(session, { document }),
    await send(session, { url: host(second) }),
    await upload(cookie, JSON.stringify(document)),
    await send(session, {
      document: await signForeign(second, {
        identifier: {
          ...{ type: 'IdentityObject', hashed: false, identityType: 'name' },
          identityHash: 'Ada',
        },
      }),
    }),
  ])
    assertRefused(refused, 403, 'not_yours');
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', { parameters: { email: second } }),
    201,
  ).body;
  assertRefused(await send(session, { document }), 403, 'not_yours');
  const { mail } = await mailbox.waitFor(second, /^Your code to confirm/);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }));
  const { id } = assertOk(await send(session, { document }), 201).body;
  const credentials = [id];
  const { collectionId } = assertOk(
    await session('POST', '/my/collections', { parameters: { name: 'All', credentials } }),
    201,
  ).body;
  assert.equal((await list(session)).length, 1);
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  assert.deepEqual(await list(session), []);
  const { body } = await session('GET', `/my/collections/${collectionId}`);
  assert.deepEqual(body.credentials, []);

  // It isn't checked against addresses that it was never issued to, and its user can delete it.
  assertOk(await send(session, { document: await signForeign(email) }), 201);
  await sql`update imported_credentials set checked_at = now() - interval '2 days',
    check_due = case when address = ${second} then now() - interval '1 day' else check_due end
    where person_id = ${personId}`.execute(db);
  const readHidden = async () => {
    const { rows } = await sql<{ status: string; isPostponed: boolean }>`
      select status, check_due > now() + interval '1 day' as "isPostponed" from imported_credentials
      where person_id = ${personId} and address = ${second}`.execute(db);
    return rows[0];
  };
  await waitForCondition('postponed', async () => {
    await list(session);
    return (await readHidden())?.isPostponed === true;
  });
  assert.equal((await readHidden())?.status, 'valid');
  const shown = await browser('GET', '/my/addresses', undefined, { cookie });
  assert.match(shown.text, /addresses that are no longer yours: 1\./);
  const forget = (fields: string, more: object = {}) =>
    browser('POST', '/my/addresses', `act=forget${fields}`, {
      ...{ 'content-type': 'application/x-www-form-urlencoded', origin: url, cookie },
      ...more,
    });
  // It asks with the number, also if that has changed since, and deletes nothing yet.
  for (const [language, question] of Object.entries({
    en: 'Delete 1 credential?',
    de: '1 Zertifikat löschen?',
    fr: 'Supprimer 1 certificat\u202f?',
    es: '¿Eliminar 1 certificado?',
    ar: 'هل تريد حذف الشهادات (1)؟',
  }))
    for (const fields of ['', '&count=2', '&count=']) {
      const page = assertOk(await forget(fields, { 'accept-language': language }));
      assert.ok(page.text.includes(`<h1>${question}</h1>`), page.text);
      assert.match(page.text, /name="count" value="1"/);
    }
  const foreign = await forget('&count=1', { origin: 'https://evil.example' });
  assert.equal(foreign.status, 403);
  assert.notEqual(await readHidden(), undefined);
  const forgotten = await forget('&count=1');
  assert.equal(forgotten.headers.get('location'), '/my/addresses?done=deleted');
  assert.equal(await readHidden(), undefined);
  assert.equal((await list(session)).length, 1);
  const after = await browser('GET', '/my/addresses?done=deleted', undefined, { cookie });
  assert.ok(!after.text.includes('no longer yours') && after.text.includes('were deleted'));
});

test('an import of someone else does not exist for other users', async () => {
  const [one, two] = [await createRecipient(), await createRecipient()];
  const document = await signForeign(one.email);
  const { id } = assertOk(await send(one.session, { document }), 201).body;
  const path = new URL(id).pathname;
  assertRefused(await two.session('DELETE', path), 404, 'import_not_found');
  assertRefused(await createTestClient(url)('DELETE', path), 401, 'unauthorized');
  const file = `${path.replace('/imports/', '/import/')}/file`;
  const download = (cookie: string) => browser('GET', file, undefined, { cookie });
  assert.equal((await download(two.cookie)).status, 404);
  assert.equal((await download('')).headers.get('location'), '/my/sign-in');
  const { headers, text: stored } = assertOk(await download(one.cookie));
  assert.equal(stored, JSON.stringify(document));
  assert.deepEqual(
    ['content-disposition', 'content-type', 'x-content-type-options', 'cache-control'].map((name) =>
      headers.get(name),
    ),
    ['attachment; filename="credential.json"', 'application/json', 'nosniff', 'no-store'],
  );
  const parameters = { name: 'All', credentials: [id] };
  assertRefused(
    await two.session('POST', '/my/collections', { parameters }),
    404,
    'credential_not_found',
  );
  assert.equal((await list(one.session)).length, 1);
  assertOk(await one.session('DELETE', path));
  assertRefused(await one.session('DELETE', path), 404, 'import_not_found');
  assert.deepEqual(await list(one.session), []);
});

test('what is forged, unreadable, too large, issued here or imported before is refused with one reason', async () => {
  const { email, cookie, session } = await createRecipient();
  const document = await signForeign(email);
  const forged = { ...document, name: 'Another', validFrom: '2020-01-01T00:00:00Z' };
  assertRefused(await send(session, { document: forged }), 400, 'import_invalid');
  for (const body of [
    { document: '{' },
    { document: 'not a document' },
    { document: {} },
    { url: `${origin}/nothing` },
    { url: 'http://127.0.0.3/1' },
  ]) {
    const { status, body: refusal } = await send(session, body);
    assert.equal(status, 400, JSON.stringify(body));
    assert.match(refusal.code, /^import_(?:invalid|unverified)$/, JSON.stringify(body));
  }
  for (const body of [{}, { url: host(email), document }])
    assertRefused(await send(session, body), 400, 'invalid_request', 'file');
  assertRefused(await upload(cookie, await pngBytes()), 400, 'invalid_request', 'file');
  assertRefused(await upload(cookie, '%PDF-1.7 nothing'), 400, 'invalid_request', 'file');
  for (const size of [1024 ** 2 + 1, 3 * 1024 ** 2])
    assertRefused(await upload(cookie, 'x'.repeat(size)), 413, 'body_too_large');
  const { token } = assertOk(await session('GET', '/api/auth/token')).body;
  const text = { 'content-type': 'text/plain', authorization: `Bearer ${token}` };
  assertRefused(
    await createTestClient(url)('POST', '/my/imports', 'x', text),
    415,
    'unsupported_media_type',
  );
  const form = new FormData();
  form.set('document', JSON.stringify(document));
  for (const name of ['one', 'two']) form.set(name, 'x'.repeat(1024 ** 2 - 10_000));
  const many = await fetch(`${url}/my/imports`, {
    ...{ method: 'POST', body: form, headers: { cookie, origin: url } },
  });
  assert.equal(many.status, 413, await many.text());
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const award = await issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
  assertRefused(await send(session, { url: award }), 409, 'issued_here');
  assertOk(await send(session, { document }), 201);
  assertRefused(await send(session, { document }), 409, 'import_exists');
  assertRefused(await upload(cookie, JSON.stringify(document)), 409, 'import_exists');
  // Signers choose ids, so one by another signer is another credential.
  const id = document.id as string;
  const another = await signForeign(email, { id, by: otherIssuer });
  assertOk(await send(session, { document: another }), 201);
  // Earlier versions stored hashes of ids.
  await sql`update imported_credentials set identity = sha256(${Buffer.from(id)}::bytea)
    where address = ${email} and proven_by->>'key' = ${foreignDid.replace('did:key:', '')}`.execute(
    db,
  );
  for (const each of [document, another])
    assertRefused(await send(session, { document: each }), 409, 'import_exists');
  assert.equal((await list(session, '?source=imported')).length, 2);
});

test('a credential that its issuer erased here is not brought back by its signed copies', async () => {
  const { email, cookie, session } = await createRecipient();
  const owner = await createOwner(instance, 'pro');
  const badgeId = await createBadge(owner, await createIssuer(owner));
  const recipient = { name: 'Ada Lovelace', email };
  const awardId = await issueAward(owner, badgeId, { recipient });
  const anyone = createTestClient(url);
  const document = assertOk(await anyone('GET', `/credentials/${awardId}/vc`)).body;
  const jwt = assertOk(await anyone('GET', `/credentials/${awardId}/vc.jwt`)).text;
  assertOk(await owner.api('DELETE', `/awards/${awardId}`));
  for (const copy of [document, jwt])
    assertRefused(await send(session, { document: copy }), 410, 'credential_gone');
  const page = await upload(cookie, jwt, '/my/import');
  assert.equal(page.status, 410);
  assert.match(page.text, /This credential no longer exists/);
  assert.deepEqual(await list(session), []);
});

test('expired and revoked credentials are stored with their status', async () => {
  const { email, session } = await createRecipient();
  const validUntil = new Date('2026-04-01T00:00:00Z');
  const expired = await send(session, { document: await signForeign(email, { validUntil }) });
  assert.equal(assertOk(expired, 201).body.status, 'expired');
  const revoked = await send(session, {
    url: host(email, { revoked: true, revocationReason: 'Mistake' }),
  });
  assert.equal(assertOk(revoked, 201).body.status, 'revoked');
  for (const status of ['expired', 'revoked'])
    assert.equal((await list(session, `?status=${status}`)).length, 1);
  assert.deepEqual(await list(session, '?status=valid'), []);
});

test('a credential is checked again after it was shown, and keeps its names when its issuer is gone', async () => {
  const { email, session, personId } = await createRecipient();
  const address = host(email);
  assertOk(await send(session, { url: address }), 201);
  const path = new URL(address).pathname;
  const age = (days: number) =>
    sql`update imported_credentials set checked_at = now() - make_interval(days => ${days}) where person_id = ${personId}`.execute(
      db,
    );
  const isChecked = (status: string) => async () => {
    const [item] = await list(session);
    return item.status === status && Date.now() - Date.parse(item.imported.checkedAt) < 86_400_000;
  };
  const countDaysUntilNext = async () => {
    const { rows } = await sql<{ days: number }>`
      select extract(epoch from check_due - checked_at)::float8 / 86400 as days
      from imported_credentials where person_id = ${personId}`.execute(db);
    return rows.map(({ days }) => Math.round(days * 100) / 100);
  };
  assert.deepEqual(await countDaysUntilNext(), [7]);
  await age(2);
  web[path] = { ...(web[path] as object), revoked: true };
  await waitForCondition('revoked', isChecked('revoked'));
  assert.deepEqual(await countDaysUntilNext(), [7]);
  await age(2);
  for (const each of [path, `${path}/badge`, `${path}/issuer`]) delete web[each];
  await waitForCondition('gone', isChecked('not_found'));
  const [item] = await list(session);
  assert.deepEqual([item.badge.name, item.issuer.name], ['Hosted badge', 'Old Academy']);
});

test('a user whose servers are slow does not delay the checks of others', async () => {
  const [slow, quick] = [await createRecipient(), await createRecipient()];
  for (let n = 0; n < 3; n++) assertOk(await send(slow.session, { url: host(slow.email) }), 201);
  assertOk(await send(quick.session, { document: await signForeign(quick.email) }), 201);
  const before = answer;
  const waiting: (() => void)[] = [];
  answer = (_request, response) => void waiting.push(() => response.writeHead(404).end());
  const users = [slow.personId, quick.personId];
  await sql`update imported_credentials set checked_at = now() - interval '2 days' where person_id = any(${users}::uuid[])`.execute(
    db,
  );
  try {
    await list(slow.session);
    await waitForCondition('the first is read', async () => waiting.length === 1);
    await sql`update imported_credentials set check_due = now() where person_id = ${quick.personId}`.execute(
      db,
    );
    waiting[0]?.();
    await waitForCondition('the second is read', async () => waiting.length === 2);
    const [item] = await list(quick.session);
    assert.ok(Date.now() - Date.parse(item.imported.checkedAt) < 86_400_000);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from imported_credentials where person_id = ${slow.personId} and checked_at > now() - interval '1 day'`.execute(
      db,
    );
    assert.equal(rows[0]?.n, 1);
  } finally {
    answer = before;
    for (const release of waiting.slice(1)) release();
  }
});

test('an import ends the requests for endorsements that it does not wait for', async () => {
  const { email, session } = await createRecipient();
  const { proof: _, ...badge } = await signForeign(email, { by: otherIssuer });
  const endorsement = await signRdf(
    {
      ...{ '@context': badge['@context'], id: 'urn:uuid:4', validFrom: badge.validFrom },
      type: ['VerifiableCredential', 'EndorsementCredential'],
      issuer: { id: otherIssuer.did, type: ['Profile'] },
      credentialSubject: { id: otherIssuer.did, type: ['EndorsementSubject'] },
      relatedResource: { id: `${origin}/slow`, digestSRI: `sha256-${'A'.repeat(43)}=` },
    },
    { by: otherIssuer },
  );
  const before = answer;
  let endedAt = Number.NaN;
  answer = ({ socket }) => void socket.once('close', () => (endedAt = performance.now()));
  const document = await signRdf({ ...badge, endorsement }, { by: otherIssuer });
  assertOk(await send(session, { document }), 201);
  const answeredAt = performance.now();
  answer = before;
  await waitForCondition('the request has ended', async () => endedAt > 0);
  // It could take 5 s more.
  assert.ok(endedAt < answeredAt + 3_000);
});

test('of imports at the same time, none exceeds the limit or is stored twice', async () => {
  const { email, session, personId } = await createRecipient();
  const document = await signForeign(email);
  const same = await runConcurrently(6, () => send(session, { document }));
  assert.equal(same.filter(({ status }) => status === 201).length, 1);
  for (const each of same) if (each.status !== 201) assertRefused(each, 409, 'import_exists');
  await sql`insert into imported_credentials (id, person_id, address, identity, content, edition, status, badge_name, checked_at, check_due)
    select gen_random_uuid(), person_id, address, sha256((id::text || n)::bytea), content, edition, status, 'Many', checked_at, check_due
    from imported_credentials, generate_series(1, 998) n where person_id = ${personId}`.execute(db);
  const documents = await Promise.all(Array.from({ length: 4 }, () => signForeign(email)));
  const results = await Promise.all(documents.map((each) => send(session, { document: each })));
  assert.equal(results.filter(({ status }) => status === 201).length, 1);
  for (const each of results)
    if (each.status !== 201) assertRefused(each, 409, 'imported_limit_reached');
});

test('one user waits for their own slow imports only, and hears when to try again', async () => {
  const [slow, quick] = [await createRecipient(), await createRecipient()];
  const before = answer;
  const releases: (() => void)[] = [];
  answer = (_request, response) => void releases.push(() => response.writeHead(404).end());
  const urls = [1, 2, 3].map((n) => ({ url: `${origin}/slow/${n}` }));
  const running = urls.map((body) => send(slow.session, body));
  await waitForCondition('two run', async () => releases.length === 2);
  assertOk(await send(quick.session, { document: await signForeign(quick.email) }), 201);
  const busy = await Promise.race(running);
  assertRefused(busy, 503, 'busy');
  assert.ok(Number(busy.headers.get('retry-after')) > 0);
  assert.equal(releases.length, 2);
  answer = before;
  for (const release of releases) release();
  await Promise.all(running);
});

test('many users of one client do not keep the imports of others waiting', async () => {
  const slow = await Promise.all(Array.from({ length: 5 }, createRecipient));
  const quick = await createRecipient();
  const from = (cookie: string, client: string) =>
    createTestClient(url, { cookie, origin: url, 'x-forwarded-for': client });
  const before = answer;
  const releases: (() => void)[] = [];
  answer = (_request, response) => void releases.push(() => response.writeHead(404).end());
  const running = slow.flatMap(({ cookie }, at) =>
    [1, 2].map((n) => send(from(cookie, '203.0.113.1'), { url: `${origin}/slow/${at}/${n}` })),
  );
  try {
    // Eight run, of which two wait for one of the client's six connections to the host.
    await waitForCondition('six are sent', async () => releases.length === 6);
    const document = await signForeign(quick.email);
    assertOk(await send(from(quick.cookie, '203.0.113.2'), { document }), 201);
    assertRefused(await Promise.race(running), 503, 'busy');
    assert.equal(releases.length, 6);
  } finally {
    answer = before;
    for (const release of releases) release();
    await Promise.all(running);
  }
});

test('an imported credential is in collections, the profile and their pages, marked as such', async () => {
  const { email, session } = await createRecipient();
  const { id, imported } = assertOk(
    await send(session, { document: await signForeign(email, { name: 'Mine <b>' }) }),
    201,
  ).body;
  const credentials = [imported.importedId];
  const { collectionId } = assertOk(
    await session('POST', '/my/collections', { parameters: { name: 'All', credentials } }),
    201,
  ).body;
  const shared = assertOk(
    await session('PUT', `/my/collections/${collectionId}`, { parameters: { shared: true } }),
  ).body;
  assert.deepEqual(shared.credentials, [id]);
  const handle = `imports-${crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}`;
  const profile = { handle, name: 'Ada', public: true, credentials: [id] };
  assertOk(await session('PUT', '/my/profile', { parameters: profile }));
  for (const path of [new URL(shared.link).pathname, `/people/${handle}`]) {
    const { text } = assertOk(await browser('GET', path));
    assert.ok(text.includes('Mine &lt;b&gt;') && !text.includes('Mine <b>'));
    assert.match(text, /Added from elsewhere\. Signed by the key/);
    assert.match(text, /Names aren’t verified/);
    assert.match(text, /Valid signature, unknown signer/);
    assert.ok(!text.includes(email));
  }
});

test('the page of an export names pictures with scripts, and links other imports', async () => {
  const { email, cookie, session } = await createRecipient();
  const svg = bakeCredentialSvg(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    JSON.stringify(await signForeign(email, { name: 'SVG' })),
  );
  const picture = assertOk(await upload(cookie, svg), 201).body.imported.importedId;
  const added = await send(session, { document: await signForeign(email) });
  const document = assertOk(added, 201).body.imported.importedId;
  const folder = await mkdtemp(join(tmpdir(), 'insignia-export-'));
  try {
    const exported = await fetch(`${url}/my/export`, { headers: { cookie } });
    const file = join(folder, 'export.zip');
    await writeFile(file, Buffer.from(await exported.arrayBuffer()));
    await promisify(execFile)('python3', ['-m', 'zipfile', '-e', file, folder]);
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    assert.ok(page.includes(`href="imported/${document}.json"`));
    assert.ok(page.includes(`imported/${picture}.svg`));
    assert.ok(!/(?:href|src)="[^"]*\.svg"/.test(page));
    assert.match(await readFile(join(folder, 'imported', `${picture}.svg`), 'utf8'), /alert/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('imports move with a user who is merged into another', async () => {
  const [first, second] = [await createRecipient(), await createRecipient()];
  const document = await signForeign(first.email);
  assertOk(await send(first.session, { document }), 201);
  const { addressId } = assertOk(
    await second.session('POST', '/my/addresses', { parameters: { email: first.email } }),
    201,
  ).body;
  const { mail } = await mailbox.waitFor(first.email, /^Your code to confirm/);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  assertOk(
    await second.session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }),
  );
  assert.equal((await list(second.session)).length, 1);
});

test('a merge keeps the selection of a credential that both users have imported', async () => {
  const [first, second] = [await createRecipient(), await createRecipient()];
  const shared = newAddress();
  const take = async ({ session }: { session: SendRequest }, email: string, skipped: number) => {
    const parameters = { email };
    const { addressId } = assertOk(
      await session('POST', '/my/addresses', { parameters }),
      201,
    ).body;
    const code = await readAddressCode(instance, email, skipped);
    assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }));
  };
  const document = await signForeign(shared);
  await take(first, shared, 0);
  const { id } = assertOk(await send(first.session, { document }), 201).body;
  const other = assertOk(
    await send(first.session, { document: await signForeign(first.email) }),
    201,
  ).body.id;
  const credentials = [id, other];
  const { collectionId } = assertOk(
    await first.session('POST', '/my/collections', { parameters: { name: 'All', credentials } }),
    201,
  ).body;
  assertOk(await first.session('PUT', '/my/profile', { parameters: { credentials: [id] } }));
  await take(second, shared, 1);
  const copy = assertOk(await send(second.session, { document }), 201).body.id;
  await take(second, first.email, 0);
  const read = async (path: string) =>
    assertOk(await second.session('GET', path)).body.credentials as string[];
  assert.deepEqual(await read(`/my/collections/${collectionId}`), [copy, other]);
  assert.deepEqual(await read('/my/profile'), [copy]);
});

test('the screen adds a file, says what is wrong, and deletes, in five languages', async () => {
  const { email, cookie } = await createRecipient();
  const get = (path: string, language = 'en') =>
    browser('GET', path, undefined, { cookie, 'accept-language': language });
  for (const [language, heading] of Object.entries({
    en: 'Add a credential from elsewhere',
    de: 'Ein Zertifikat von einem anderen Dienst hinzufügen',
    fr: 'Ajouter un certificat d’un autre service',
    es: 'Añadir un certificado de otro servicio',
    ar: 'إضافة شهادة من خدمة أخرى',
  })) {
    const { text } = assertOk(await get('/my/import', language));
    assert.ok(text.includes(`<h1>${heading}</h1>`), language);
    assert.ok(assertOk(await get('/my', language)).text.includes('href="/my/import"'));
  }
  const document = JSON.stringify(await signForeign(email));
  const added = await upload(cookie, document, '/my/import');
  assert.equal(added.headers.get('location'), '/my?done=imported');
  const { text } = assertOk(await get('/my?done=imported'));
  assert.match(text, /Credential added\./);
  assert.match(text, /Added from elsewhere\. Signed by the key/);
  assert.match(text, /\/file" aria-label="Download [^"]+">Download</);
  const again = await upload(cookie, document, '/my/import');
  assert.equal(again.status, 409);
  assert.match(again.text, /You already added this credential\./);
  const foreign = await upload(
    cookie,
    JSON.stringify(await signForeign('x@example.org')),
    '/my/import',
  );
  assert.equal(foreign.status, 403);
  assert.match(foreign.text, /wasn’t issued to one of your addresses/);
  const submit = (fields: Record<string, string>, from = url) =>
    browser('POST', '/my/import', `${new URLSearchParams(fields)}`, {
      ...{ 'content-type': 'application/x-www-form-urlencoded', origin: from, cookie },
    });
  assert.match((await submit({})).text, /Choose a file, enter a link or paste a document/);
  assert.match((await submit({ url: 'no link' })).text, /Enter a link, for example/);
  const imported = /name="imported" value="([^"]+)"/.exec(text)?.[1] ?? '';
  assert.equal((await submit({ act: 'delete', imported }, 'https://evil.example')).status, 403);
  const deleted = await submit({ act: 'delete', imported });
  assert.equal(deleted.headers.get('location'), '/my?done=deleted');
  assert.equal((await submit({ act: 'delete', imported })).status, 404);
  const visitor = await browser('GET', '/my/import');
  assert.equal(visitor.headers.get('location'), '/my/sign-in');
});
