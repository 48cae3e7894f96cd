import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldHandle } from '@insignia/contract';
import { sql } from 'kysely';
import { assertOk, assertRefused, createTestClient, type SendRequest } from './support/client.ts';
import {
  createBadge,
  createIssuer,
  createOwner,
  idFromUrl,
  issueAward,
  signInByCode,
} from './support/people.ts';
import { runConcurrently } from './support/run-concurrently.ts';
import { useInstance } from './support/use-instance.ts';

const instance = await useInstance();
const { url, db, mailbox } = instance;
const owner = await createOwner(instance, 'pro');
const badgeId = await createBadge(owner, await createIssuer(owner));
const browser = createTestClient(url, { accept: 'text/html', 'accept-language': 'en' });

let serial = 0;
const newAddress = () => `shows-${++serial}-${crypto.randomUUID().slice(0, 8)}@example.org`;
const newHandle = () => `ada-${crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}-${++serial}`;
const issueTo = (email: string) =>
  issueAward(owner, badgeId, { recipient: { name: 'Ada Lovelace', email } });
const createRecipient = async (count = 1) => {
  const email = newAddress();
  const awardIds: string[] = [];
  for (let n = 0; n < count; n++) awardIds.push(await issueTo(email));
  return { email, awardIds, ...(await signInByCode(instance, email)) };
};
const create = (session: SendRequest, parameters: object) =>
  session('POST', '/my/collections', { parameters });
const update = (session: SendRequest, id: string, parameters: object) =>
  session('PUT', `/my/collections/${id}`, { parameters });
const updateProfile = (session: SendRequest, parameters: object) =>
  session('PUT', '/my/profile', { parameters });
const getPath = (link: string) => new URL(link).pathname;
const idsIn = (credentials: string[]) => credentials.map(idFromUrl);
const sendForm = (path: string, fields: [string, string][], cookie: string, origin = url) =>
  browser('POST', path, `${new URLSearchParams(fields)}`, {
    ...{ 'content-type': 'application/x-www-form-urlencoded', origin, cookie },
  });

test('a collection is created, shared by an unguessable link, stopped for good and shared again', async () => {
  const { session, awardIds } = await createRecipient(2);
  const [first = '', second = ''] = awardIds;
  const created = assertOk(
    await create(session, { name: 'Mathematics', credentials: [second, first, second] }),
    201,
  ).body;
  const id = created.collectionId;
  assert.deepEqual(idsIn(created.credentials), [second, first]);
  assert.deepEqual([created.link, created.expires, created.description], [null, null, '']);
  const shared = assertOk(await update(session, id, { shared: true })).body;
  const path = getPath(shared.link);
  assert.match(path, /^\/collections\/[\w-]{22}$/);
  assert.equal((await update(session, id, { shared: true })).body.link, shared.link);
  const page = assertOk(await browser('GET', path));
  assert.match(page.text, /<h1><bdi>Mathematics<\/bdi><\/h1>/);
  assert.equal(page.headers.get('x-robots-tag'), 'noindex');
  assert.ok(page.text.indexOf(second) < page.text.indexOf(first));
  assert.equal((await update(session, id, { shared: false })).body.link, null);
  assert.equal((await browser('GET', path)).status, 410);
  const again = assertOk(await update(session, id, { shared: true })).body;
  assert.notEqual(again.link, shared.link);
  assertOk(await browser('GET', getPath(again.link)));
  assert.equal((await browser('GET', path)).status, 410);
  const ended = assertOk(await update(session, id, { expires: '2020-01-01' })).body;
  assert.deepEqual([ended.link, ended.expires], [null, '2020-01-01T23:59:59.999Z']);
  assert.equal((await browser('GET', getPath(again.link))).status, 410);
  const third = assertOk(await update(session, id, { shared: true, expires: '2099-01-01' })).body;
  assertOk(await browser('GET', getPath(third.link)));
  assert.equal((await browser('GET', getPath(again.link))).status, 410);
  const { items } = assertOk(await session('GET', '/my/collections')).body;
  assert.deepEqual(
    items,
    [{ ...third, credentials: undefined }].map(({ credentials: _, ...rest }) => rest),
  );
  assertOk(await session('DELETE', `/my/collections/${id}`));
  assert.equal((await browser('GET', getPath(third.link))).status, 404);
  assertRefused(await session('GET', `/my/collections/${id}`), 404, 'collection_not_found');
  assertRefused(await session('DELETE', `/my/collections/${id}`), 404, 'collection_not_found');
  assertRefused(await update(session, id, {}), 404, 'collection_not_found');
});

test('of 1,000 links each is 410 for good once stopped, and sharing again is refused', async () => {
  const { session, cookie } = await createRecipient();
  const { collectionId } = assertOk(await create(session, { name: 'Often' }), 201).body;
  const prefix = crypto.randomUUID().slice(0, 8);
  await sql`insert into collection_links (token, collection_id, created_at, stopped_at)
    select ${prefix}::text || n, ${collectionId}, now() - interval '1 day', now() from generate_series(1, 999) n`.execute(
    db,
  );
  const { link } = assertOk(await update(session, collectionId, { shared: true })).body;
  assertOk(await browser('GET', getPath(link)));
  assertOk(await update(session, collectionId, { shared: false }));
  for (const path of [`/collections/${prefix}1`, `/collections/${prefix}999`, getPath(link)])
    assert.equal((await browser('GET', path)).status, 410, path);
  const refused = await update(session, collectionId, { shared: true });
  assertRefused(refused, 409, 'collection_limit_reached');
  assert.match(refused.text, /at most 1,000 times/);
  const screen = await sendForm(`/my/collections/${collectionId}`, [['act', 'share']], cookie);
  assert.equal(screen.status, 409);
  assert.match(screen.text, /You shared this collection 1,000 times/);
});

test('erased credentials and those of removed addresses leave collections and profiles at once', async () => {
  const { session, awardIds } = await createRecipient(2);
  const [erased = '', remaining = ''] = awardIds;
  const other = newAddress();
  const elsewhere = await issueTo(other);
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', { parameters: { email: other } }),
    201,
  ).body;
  const { mail } = await mailbox.waitFor(other, /^Your code to confirm/);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }));
  const credentials = [erased, elsewhere, remaining];
  const { collectionId } = assertOk(await create(session, { name: 'All', credentials }), 201).body;
  const { link } = assertOk(await update(session, collectionId, { shared: true })).body;
  const handle = newHandle();
  assertOk(await updateProfile(session, { handle, name: 'Ada', credentials, public: true }));
  const read = async () => [
    idsIn((await session('GET', `/my/collections/${collectionId}`)).body.credentials),
    idsIn((await session('GET', '/my/profile')).body.credentials),
  ];
  assert.deepEqual(await read(), [credentials, credentials]);
  await owner.insignia.credentials.delete({ awardId: erased });
  assert.deepEqual(await read(), [
    [elsewhere, remaining],
    [elsewhere, remaining],
  ]);
  assertOk(await session('DELETE', `/my/addresses/${addressId}`));
  assert.deepEqual(await read(), [[remaining], [remaining]]);
  for (const path of [getPath(link), `/people/${handle}`]) {
    const { text } = assertOk(await browser('GET', path));
    assert.ok(text.includes(remaining) && !text.includes(elsewhere) && !text.includes(erased));
  }
  await owner.insignia.credentials.delete({ awardId: remaining });
  assert.match(assertOk(await browser('GET', getPath(link))).text, /No credentials are shown here/);
});

test('only own credentials can be selected, at most 500', async () => {
  const { session, awardIds } = await createRecipient();
  const foreign = await issueTo(newAddress());
  for (const credentials of [[foreign], [...awardIds, foreign], ['x'], [crypto.randomUUID()]]) {
    assertRefused(await create(session, { name: 'All', credentials }), 404, 'credential_not_found');
    assertRefused(await updateProfile(session, { credentials }), 404, 'credential_not_found');
  }
  const many = Array.from({ length: 501 }, () => awardIds[0]);
  assertRefused(
    await create(session, { name: 'All', credentials: many }),
    400,
    'invalid_request',
    'credentials',
  );
  assertRefused(await create(session, { name: '' }), 400, 'invalid_request', 'name');
  const { collectionId } = assertOk(await create(session, { name: 'All' }), 201).body;
  assertRefused(
    await update(session, collectionId, { credentials: [foreign] }),
    404,
    'credential_not_found',
  );
  assertRefused(
    await update(session, collectionId, { expires: 'soon' }),
    400,
    'invalid_request',
    'expires',
  );
});

test('“Show on profile” is refused while 500 are selected, and credentials that are gone make room', async () => {
  const { session, cookie, email, personId, awardIds } = await createRecipient();
  const { rows } = await sql<{ id: string }>`
    insert into imported_credentials (id, person_id, address, identity, content, edition, status, badge_name, checked_at, check_due)
    select gen_random_uuid(), ${personId}, ${email}, sha256((${personId}::text || n)::bytea), '', '3.0', 'valid', 'Many', now(), now()
    from generate_series(1, 500) n returning id`.execute(db);
  const ids = rows.map(({ id }) => id);
  assertOk(await updateProfile(session, { credentials: ids }));
  const count = async () => (await session('GET', '/my/profile')).body.credentials.length;
  const show = () =>
    sendForm(
      '/my/profile',
      [
        ['act', 'show'],
        ['credential', awardIds[0] ?? ''],
      ],
      cookie,
    );
  const refused = await show();
  assert.equal(refused.status, 400);
  assert.match(refused.text, /You can select at most 500 credentials/);
  assert.equal(await count(), 500);
  const all = [...awardIds, ...ids].map((id): [string, string] => ['credential', id]);
  const tooMany = await sendForm('/my/profile', [['act', 'save'], ...all], cookie);
  assert.equal(tooMany.status, 400);
  assert.match(tooMany.text, /You can select at most 500 credentials/);
  await sql`delete from imported_credentials where id = ${ids[0]}`.execute(db);
  assert.equal((await show()).headers.get('location'), '/my/profile?done=shown');
  assert.equal(await count(), 500);
});

test('of simultaneous collections, 100 fit', async () => {
  const { session, personId } = await createRecipient();
  await sql`insert into collections (id, person_id, name, description, credential_ids, created_at)
    select gen_random_uuid(), ${personId}, 'n', '', '{}', now() from generate_series(1, 95)`.execute(
    db,
  );
  const answers = await runConcurrently(20, () => create(session, { name: 'One more' }));
  assert.equal(answers.filter(({ status }) => status === 201).length, 5);
  for (const answer of answers)
    if (answer.status !== 201) assertRefused(answer, 409, 'collection_limit_reached');
});

test('a profile is public only when turned on, and asks search engines to stay away', async () => {
  const { session, awardIds } = await createRecipient();
  assert.deepEqual(assertOk(await session('GET', '/my/profile')).body, {
    ...{ handle: null, name: '', about: '', credentials: [], public: false },
    ...{ searchIndexing: false, link: null },
  });
  assertRefused(await updateProfile(session, { public: true }), 400, 'invalid_request', 'handle');
  const handle = newHandle();
  const about = 'I write programs.\n<b>Since 1843.</b>';
  const named = { handle, name: 'Ada Lovelace', about, credentials: awardIds };
  assert.equal(assertOk(await updateProfile(session, named)).body.link, null);
  assert.equal((await browser('GET', `/people/${handle}`)).status, 404);
  const { link } = assertOk(await updateProfile(session, { public: true })).body;
  assert.equal(link, `${url}/people/${handle}`);
  const page = assertOk(await browser('GET', `/people/${handle.toUpperCase()}`));
  assert.ok(page.text.includes('&lt;b&gt;Since 1843.') && page.text.includes(awardIds[0] ?? ''));
  assert.equal(page.headers.get('x-robots-tag'), 'noindex');
  assert.match(page.text, /<meta name="robots" content="noindex">/);
  assertOk(await updateProfile(session, { searchIndexing: true }));
  const listed = assertOk(await browser('GET', `/people/${handle}`));
  assert.equal(listed.headers.get('x-robots-tag'), null);
  assert.doesNotMatch(listed.text, /noindex/);
  assertOk(await updateProfile(session, { public: false }));
  assert.equal((await browser('GET', `/people/${handle}`)).status, 404);
  assert.equal((await browser('GET', '/people/nobody-has-this')).status, 404);
});

test('handles that are reserved, offensive, in other scripts or look like a taken one are refused', async () => {
  const { session } = await createRecipient();
  for (const handle of [
    'admin',
    'Insignia',
    'adm1n',
    'ins1gnia',
    'supp-0rt',
    'fuck',
    'a-shit',
    'sh1t',
    'n4z1',
    'аda',
    'ada lovelace',
  ])
    assertRefused(await updateProfile(session, { handle }), 400, 'invalid_request', 'handle');
  for (const handle of ['ab', 'a'.repeat(31), '-ada', 'ada-', 'ada--l', 'ada/l', 'ádá', ''])
    assertRefused(await updateProfile(session, { handle }), 400, 'invalid_request', 'handle');
  assertOk(await updateProfile(session, { handle: 'classic-assets' }));
  const handle = 'bill-lovelace';
  assertOk(await updateProfile(session, { handle }));
  assertOk(await updateProfile(session, { handle: 'Bill-Lovelace' }));
  const { session: other } = await createRecipient();
  for (const alike of [handle, 'billlovelace', 'bi11-lovelace', 'b1ll-l0ve1ace', '8i11-lovelace']) {
    assert.equal(foldHandle(alike), foldHandle(handle));
    assertRefused(await updateProfile(other, { handle: alike }), 409, 'handle_taken');
  }
  const wanted = newHandle();
  const users = [session, other, owner.session];
  const answers = await runConcurrently(3, (n) =>
    updateProfile(users[n] as SendRequest, { handle: wanted }),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers)
    if (answer.status !== 200) assertRefused(answer, 409, 'handle_taken');
});

test('a merge that would exceed the limits is refused with numbers, loses nothing, and works later', async () => {
  const [former, present] = [await createRecipient(), await createRecipient()];
  const fill = (personId: string, count: number) =>
    sql`insert into collections (id, person_id, name, description, credential_ids, created_at)
      select gen_random_uuid(), ${personId}, 'Old', '', '{}', now() from generate_series(1, ${count}::int)`.execute(
      db,
    );
  await fill(former.personId, 98);
  await fill(present.personId, 3);
  await sql`insert into imported_credentials (id, person_id, address, identity, content, edition, status, badge_name, checked_at, check_due)
    select gen_random_uuid(), person, ${former.email}, sha256((person::text || n)::bytea), '', '3.0', 'valid', 'Many', now(), now()
    from unnest(array[${former.personId}, ${present.personId}]::uuid[]) person, generate_series(1, 501) n`.execute(
    db,
  );
  const countOwn = async () => {
    const { rows } = await sql<{ n: number }>`
      select (select count(*) from collections where person_id = ${present.personId})::int as n`.execute(
      db,
    );
    return rows[0]?.n;
  };
  const { addressId } = assertOk(
    await present.session('POST', '/my/addresses', { parameters: { email: former.email } }),
    201,
  ).body;
  const { mail } = await mailbox.waitFor(former.email, /^Your code to confirm/);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  const confirm = () =>
    present.session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } });
  const refused = await confirm();
  assertRefused(refused, 409, 'collection_limit_reached');
  assert.match(refused.text, /101 collections.*delete 1,/);
  const page = await sendForm(
    '/my/addresses',
    [
      ['act', 'confirm'],
      ['address', addressId],
      ['code', code ?? ''],
    ],
    present.cookie,
  );
  assert.equal(page.status, 409);
  assert.match(page.text, /more than 100 collections/);
  assert.equal(await countOwn(), 3);
  const [{ collectionId }] = assertOk(await present.session('GET', '/my/collections')).body.items;
  assertOk(await present.session('DELETE', `/my/collections/${collectionId}`));
  assertRefused(await confirm(), 409, 'imported_limit_reached');
  await sql`delete from imported_credentials where person_id = ${former.personId}
    and identity in (sha256((person_id::text || 1)::bytea), sha256((person_id::text || 2)::bytea))`.execute(
    db,
  );
  assertOk(await confirm());
  assert.equal(await countOwn(), 100);
});

/** A user, with a profile, whom the owner of the session absorbs. */
async function absorb(session: SendRequest) {
  const former = await createRecipient();
  const { collectionId } = assertOk(await create(former.session, { name: 'Old' }), 201).body;
  const handle = newHandle();
  assertOk(await updateProfile(former.session, { handle, name: 'Ada', public: true }));
  const { addressId } = assertOk(
    await session('POST', '/my/addresses', { parameters: { email: former.email } }),
    201,
  ).body;
  const { mail } = await mailbox.waitFor(former.email, /^Your code to confirm/);
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0];
  assertOk(await session('POST', `/my/addresses/${addressId}/confirm`, { parameters: { code } }));
  return { handle, collectionId };
}

test('a merged user brings collections, and the profile unless the other user has a public one', async () => {
  const { session } = await createRecipient();
  const { handle, collectionId } = await absorb(session);
  assert.equal((await session('GET', '/my/profile')).body.handle, handle);
  assertOk(await session('GET', `/my/collections/${collectionId}`));
  assert.equal((await browser('GET', `/people/${(await absorb(session)).handle}`)).status, 404);
  assertOk(await browser('GET', `/people/${handle}`));
  // Without a handle, as after “Show on profile”.
  const other = await createRecipient();
  assertOk(await updateProfile(other.session, { credentials: other.awardIds }));
  const brought = await absorb(other.session);
  assertOk(await browser('GET', `/people/${brought.handle}`));
  assert.equal((await other.session('GET', '/my/profile')).body.public, true);
});

test('the screens work by form alone, in five languages', async () => {
  const { cookie, session, awardIds } = await createRecipient(2);
  const [first = '', second = ''] = awardIds;
  for (const [language, collections, profile] of [
    ['en', 'Collections', 'Public profile'],
    ['de', 'Sammlungen', 'Öffentliches Profil'],
    ['fr', 'Collections', 'Profil public'],
    ['es', 'Colecciones', 'Perfil público'],
    ['ar', 'المجموعات', 'الملف العام'],
  ] as const)
    for (const [path, heading] of [
      ['/my/collections', collections],
      ['/my/profile', profile],
    ] as const) {
      const headers = { cookie, 'accept-language': language };
      const { text } = assertOk(await browser('GET', path, undefined, headers));
      assert.ok(text.includes(`<h1>${heading}</h1>`) && text.includes(`lang="${language}"`));
    }
  const bad = await sendForm('/my/collections', [['name', '']], cookie);
  assert.equal(bad.status, 400);
  assert.match(bad.text, /Enter a name/);
  const created = await sendForm('/my/collections', [['name', 'Sciences']], cookie);
  const path = created.headers.get('location') ?? '';
  assert.match(path, /^\/my\/collections\/[\w-]{36}$/);
  const save = (name: string): [string, string][] => [
    ['act', 'save'],
    ['name', name],
    ['description', 'All of them'],
    ['credential', second],
    ['credential', first],
    ['expires', '2099-01-01'],
  ];
  const wrong = await sendForm(path, save(''), cookie);
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /Enter a name/);
  assert.equal(
    (await sendForm(path, save('Sciences'), cookie, 'https://evil.example')).status,
    403,
  );
  const saved = await sendForm(path, save('Arts'), cookie);
  assert.equal(saved.headers.get('location'), `${path}?done=saved`);
  const shared = await sendForm(path, [['act', 'share']], cookie);
  assert.equal(shared.headers.get('location'), `${path}?done=shared`);
  const collection = (await session('GET', path)).body;
  assert.deepEqual(
    [collection.name, idsIn(collection.credentials), collection.expires],
    ['Arts', [second, first], '2099-01-01T23:59:59.999Z'],
  );
  const screen = assertOk(await browser('GET', `${path}?done=shared`, undefined, { cookie }));
  assert.ok(screen.text.includes(collection.link) && screen.text.includes('Copy link'));
  const stopped = await sendForm(path, [['act', 'stop']], cookie);
  assert.equal(stopped.headers.get('location'), `${path}?done=stopped`);
  assert.match((await browser('GET', getPath(collection.link))).text, /<h1>No longer shared<\/h1>/);
  const deleted = await sendForm(path, [['act', 'delete']], cookie);
  assert.equal(deleted.headers.get('location'), '/my/collections?done=deleted');
  assert.equal((await browser('GET', path, undefined, { cookie })).status, 404);
  // The profile.
  const handle = newHandle();
  const fields: [string, string][] = [
    ['act', 'save'],
    ['handle', handle],
    ['name', 'Ada Lovelace'],
    ['public', 'yes'],
    ['credential', first],
  ];
  const refused = await sendForm(
    '/my/profile',
    [...fields.slice(2), ['act', 'save'], ['handle', 'admin']],
    cookie,
  );
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Some words are reserved/);
  const on = await sendForm('/my/profile', fields, cookie);
  assert.equal(on.headers.get('location'), '/my/profile?done=saved');
  const shown = await sendForm(
    '/my/profile',
    [
      ['act', 'show'],
      ['credential', second],
    ],
    cookie,
  );
  assert.equal(shown.headers.get('location'), '/my/profile?done=shown');
  const { text } = assertOk(await browser('GET', `/people/${handle}`));
  assert.ok(text.indexOf(second) > 0 && text.indexOf(second) < text.indexOf(first));
  assert.match((await browser('GET', '/my', undefined, { cookie })).text, /Remove from profile/);
  const hidden = await sendForm(
    '/my/profile',
    [
      ['act', 'hide'],
      ['credential', second],
    ],
    cookie,
  );
  assert.equal(hidden.headers.get('location'), '/my/profile?done=hidden');
  assert.ok(!(await browser('GET', `/people/${handle}`)).text.includes(second));
  for (const screenPath of ['/my/collections', path, '/my/profile']) {
    const visitor = await browser('GET', screenPath);
    assert.equal(visitor.headers.get('location'), '/my/sign-in');
  }
});

test('addresses that no collection or profile can have are unknown, and settings open for any Accept', async () => {
  for (const path of ['/collections/%00', '/people/%00', '/people/ada%00'])
    assert.equal((await browser('GET', path)).status, 404, path);
  const visitor = await createTestClient(url)('GET', '/my/settings');
  assert.deepEqual([visitor.status, visitor.headers.get('location')], [303, '/my/sign-in']);
});
