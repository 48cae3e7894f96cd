import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, foldSearch } from '@insignia/contract';
import { sql } from 'kysely';
import {
  foldFilter,
  simpleCharacters,
  stableCharacters,
} from '../src/features/credentials/index.ts';
import { assertOk, assertRefused, createTestClient } from './support/client.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from './support/people.ts';
import { useInstance } from './support/use-instance.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

const instance = await useInstance({ RECIPIENT_NAME_MIN: '2' });
const owner = await createOwner(instance, 'unlimited');

async function createIssuing(): Promise<{ one: Owner; issue: Issue }> {
  const one = await createOwner(instance, 'unlimited');
  const badge = await createBadge(one, await createIssuer(one));
  const issue = (name: string, email: string) =>
    issueAward(one, badge, { recipient: { name, email } });
  return { one, issue };
}
type Issue = (name: string, email: string) => Promise<string>;

const listNames = async ({ insignia }: Owner, search: string) =>
  (await insignia.recipients.list({ search })).items.map(({ name }) => name);
async function findId({ insignia }: Owner, search: string): Promise<string> {
  const { items: recipients } = await insignia.recipients.list({ search });
  assert.equal(recipients.length, 1, search);
  return recipients[0]?.recipientId ?? '';
}
async function eraseAndWait({ insignia }: Owner, recipientId: string) {
  const { jobId } = await insignia.recipients.erase({ recipientId });
  const get = () => insignia.jobs.get({ jobId });
  await waitForCondition('erased', async () => (await get()).finishedAt !== null);
  return get();
}

test('a person is one recipient, with the newest name, however the address is capitalized', async () => {
  const { one, issue } = await createIssuing();
  const first = await issue('Grace Murray', 'Grace@Example.org');
  const second = await issue('Grace Hopper', 'grace@example.org');
  await issue('Ada Lovelace', 'ada@example.org');
  const { items: recipients, lastEvaluatedKey } = await one.insignia.recipients.list();
  assert.equal(lastEvaluatedKey, undefined);
  assert.deepEqual(
    recipients.map(({ name, email, awards }) => [name, email, awards]),
    [
      ['Ada Lovelace', 'ada@example.org', 1],
      ['Grace Hopper', 'grace@example.org', 2],
    ],
  );
  const recipientId = recipients[1]?.recipientId ?? '';
  const { awards, mail, ...person } = await one.insignia.recipients.get({ recipientId });
  assert.deepEqual(person, {
    ...{ recipientId, name: 'Grace Hopper', email: 'grace@example.org' },
    ...{ earlierAddresses: [], movedTo: [] },
  });
  assert.deepEqual(mail, []);
  assert.deepEqual(
    awards.map(({ id, recipient: { name }, delivery }) => [id.split('/').at(-1), name, delivery]),
    [
      [second, 'Grace Hopper', null],
      [first, 'Grace Murray', null],
    ],
  );
  // Credentials lead to their recipient, in lists and alone.
  assert.equal((await one.insignia.credentials.get({ awardId: first })).recipientId, recipientId);
  const recipientIds = (await one.insignia.credentials.list()).awards.map(
    (each) => each.recipientId,
  );
  assert.deepEqual(recipientIds.slice(1), [recipientId, recipientId]);
  // An earlier name finds the person too.
  assert.deepEqual(await listNames(one, 'murray'), ['Grace Hopper']);
});

test('a recipient shows the state and reason of each email', async () => {
  const { one, issue } = await createIssuing();
  const awardId = await issue('Mary Somerville', 'mary@example.org');
  await one.insignia.credentials.send({ awardId, email: 'mary@example.org' });
  const recipientId = await findId(one, 'somerville');
  const get = () => one.insignia.recipients.get({ recipientId });
  await waitForCondition('sent', async () => (await get()).awards[0]?.delivery === 'sent');
  const { awards, mail } = await get();
  assert.deepEqual([awards[0]?.deliveryStatus, mail.length], ['accepted', 1]);
  const [email] = mail;
  assert.deepEqual(
    [email?.kind, email?.to, email?.state, email?.status, email?.awardId],
    ['credential', 'mary@example.org', 'sent', 'accepted', awards[0]?.id],
  );
  await sql`update mails set state = 'bounced', last_error = '550 no such user' where id = ${email?.mailId}`.execute(
    instance.db,
  );
  const bounced = await get();
  assert.equal(bounced.awards[0]?.delivery, 'bounced');
  assert.deepEqual(
    bounced.mail.map(({ state, lastError }) => [state, lastError]),
    [['bounced', '550 no such user']],
  );
});

test('pages of recipients are complete and in the order of addresses, also while people are erased', async () => {
  const { one } = await createIssuing();
  const { rows } = await sql<{ id: string }>`
    insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(now() - interval '1 second' * n), ${one.accountId}, (select id from badges where account_id = ${one.accountId}),
      'Person ' || n % 120, 'p' || n % 120 || '@class.example', 'person ' || n % 120, 'p' || n % 120 || '@class.example', now(), now()
    from generate_series(1, 360) n returning id`.execute(instance.db);
  assert.equal(rows.length, 360);
  const listedAddresses: string[] = [];
  for await (const { email, awards, recipientId } of one.insignia.recipients.all()) {
    assert.equal(awards, 3);
    listedAddresses.push(email);
    // The last of a page is gone when the next one is requested.
    if (listedAddresses.length === 50)
      assert.deepEqual(
        await eraseAndWait(one, recipientId).then(({ total, done, status }) => [
          total,
          done,
          status,
        ]),
        [3, 3, 'completed'],
      );
  }
  assert.equal(listedAddresses.length, 120);
  assert.deepEqual(listedAddresses, [...listedAddresses].sort());
  const matchingAddresses: string[] = [];
  for await (const { email } of one.insignia.recipients.all({ search: 'class.example' }))
    matchingAddresses.push(email);
  // A search has the newest first: p1 has the newest credential, p0 the oldest.
  const order = Array.from({ length: 120 }, (_, n) => `p${(n + 1) % 120}@class.example`);
  assert.deepEqual(
    matchingAddresses,
    order.filter((email) => email !== listedAddresses[49]),
  );
  // One person with more credentials than a page.
  await sql`
    insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(now() - interval '1 second' * n), ${one.accountId}, (select id from badges where account_id = ${one.accountId}),
      'Busy Person', 'busy@class.example', 'busy person', 'busy@class.example', now(), now()
    from generate_series(1, 120) n`.execute(instance.db);
  const recipientId = await findId(one, 'busy');
  const [item] = (await one.insignia.recipients.list({ search: 'busy' })).items;
  assert.equal(item?.awards, 100);
  const ids: string[] = [];
  let lastEvaluatedKey: string | undefined;
  do {
    const page = await one.insignia.recipients.get({
      recipientId,
      ...(lastEvaluatedKey && { lastEvaluatedKey }),
    });
    assert.equal(page.name, 'Busy Person');
    ids.push(...page.awards.map(({ id }) => id));
    lastEvaluatedKey = page.lastEvaluatedKey;
  } while (lastEvaluatedKey);
  assert.equal(new Set(ids).size, 120);
  assert.deepEqual(ids, ids.toSorted().reverse());
});

test('a person with thousands of credentials is found, also when one of them is left', async () => {
  const { one, issue } = await createIssuing();
  const id = await issue('Frequent Person', 'frequent@example.org');
  await sql`insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select gen_random_uuid(), account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at
    from credentials cross join generate_series(1, 4000) where id = ${id}`.execute(instance.db);
  // Only the index itself is sampled.
  await sql`select gin_clean_pending_list('credentials_keys')`.execute(instance.db);
  const recipientId = await findId(one, 'frequent');
  assert.equal((await one.insignia.recipients.get({ recipientId })).email, 'frequent@example.org');
  await sql`delete from credentials where email_search = 'frequent@example.org' and id <> ${id}`.execute(
    instance.db,
  );
  for (let turn = 0; turn < 5; turn++) {
    const { awards } = await one.insignia.recipients.get({ recipientId });
    assert.equal(awards.length, 1);
  }
});

const people = [
  ['Jürgen Groß', 'jg@class.example'],
  ['Sinéad O’Neill', 's.oneal@class.example'],
  ["Conan O'Neill", "conan.o'neill@other.example"],
  ['İpek Yıldız', 'ipek@class.example'],
  ['Łukasz Wójcik', 'lukasz@class.example'],
  ['Kæreste Ærø', 'ae@other.example'],
  ['عَلِيّ أحمد', 'ali@other.example'],
  ['李小龙', 'li@other.example'],
  ['김철수', 'kim@other.example'],
  ['100% Sure', 'hundred@other.example'],
  ['Under_score', 'underscore@other.example'],
  ['Back\\slash', 'backslash@other.example'],
  ['Nguyễn Đức', 'nguyen@other.example'],
] as const;

const searches: [string, string[]][] = [
  ['jurgen', ['Jürgen Groß']],
  ['JÜRGEN', ['Jürgen Groß']],
  ['gross', ['Jürgen Groß']],
  ['oneill', ["Conan O'Neill", 'Sinéad O’Neill']],
  ["o'neill", ["Conan O'Neill", 'Sinéad O’Neill']],
  ['O’NEILL', ["Conan O'Neill", 'Sinéad O’Neill']],
  ['conan.oneill', ["Conan O'Neill"]],
  ['sinead', ['Sinéad O’Neill']],
  ['ipek yildiz', ['İpek Yıldız']],
  ['İPEK', ['İpek Yıldız']],
  ['lukasz wojcik', ['Łukasz Wójcik']],
  ['aero', ['Kæreste Ærø']],
  ['ærø', ['Kæreste Ærø']],
  ['علي احمد', ['عَلِيّ أحمد']],
  ['小龙', ['李小龙']],
  ['李小龙', ['李小龙']],
  ['김철', ['김철수']],
  ['%', ['100% Sure']],
  ['0% s', ['100% Sure']],
  ['er_sc', ['Under_score']],
  ['_', ['Under_score']],
  ['k\\sl', ['Back\\slash']],
  ['\\', ['Back\\slash']],
  ['nguyen duc', ['Nguyễn Đức']],
  ['class.example', ['Jürgen Groß', 'İpek Yıldız', 'Łukasz Wójcik', 'Sinéad O’Neill']],
  ['jg@', ['Jürgen Groß']],
  ['nobody.at.all', []],
];

test('a search folds accents and apostrophes, and finds parts of names and addresses, in every list', async () => {
  const { one, issue } = await createIssuing();
  for (const [name, email] of people) await issue(name, email);
  const { insignia } = one;
  const newestFirst = (names: string[]) =>
    people
      .map(([name]) => name as string)
      .filter((name) => names.includes(name))
      .reverse();
  for (const [search, expected] of searches) {
    assert.deepEqual(await listNames(one, search), newestFirst(expected), search);
    const { awards } = await insignia.credentials.list({ filter: { search } });
    assert.deepEqual(awards.map(({ recipient }) => recipient.name).sort(), expected.toSorted());
    const { count } = await insignia.credentials.count({ filter: { search } });
    assert.equal(count, expected.length, search);
  }
  // The parameter of before still restricts a search to names or addresses.
  for (const [searchField, count] of [
    ['name', 0],
    ['email', 4],
  ] as const)
    assert.equal(
      (await insignia.credentials.count({ filter: { search: 'class.example', searchField } }))
        .count,
      count,
    );
  const conan = (await insignia.credentials.list({ filter: { search: 'conan' } })).awards[0];
  await insignia.credentials.send({
    awardId: conan?.id ?? '',
    email: "conan.o'neill@other.example",
  });
  await insignia.credentials.send({ awardId: conan?.id ?? '', email: "p.o'brien@third.example" });
  for (const [search, found] of [
    ['oneill', 2],
    ['obrien', 1],
    ['third.example', 1],
    ['nobody', 0],
  ] as const)
    assert.equal((await insignia.mail.list({ search })).items.length, found, search);
});

test('the database folds text as the contract does', async () => {
  const texts = [
    ...people.flat(),
    ...searches.map(([search]) => search),
    'o´neill',
    'Jean‑Luc',
    'ΆΔΗΣ',
    'Ёлкин Й',
    'שָׁלוֹם',
    'が ガ',
    'नमस्ते',
    'ΐ ß ŉ ĳ ﷺ',
  ];
  // Every character of the scripts that lose accents, alone and after a letter.
  for (const [from, to] of [
    [0x20, 0x6ff],
    [0x1ab0, 0x1fff],
    [0x2010, 0x2040],
    [0x20d0, 0x20f0],
    [0xfb00, 0xfe2f],
  ] as const)
    for (let code = from; code <= to; code++)
      texts.push(`a${String.fromCodePoint(code)}b`, String.fromCodePoint(code));
  const folded = texts.map(fold);
  const { rows } = await sql<{ folded: string }>`
    select search_text(p_text => t) as folded
    from unnest(${folded}::text[]) with ordinality u(t, n) order by n`.execute(instance.db);
  for (const [at, text] of texts.entries())
    assert.equal(
      rows[at]?.folded,
      foldSearch(text),
      `${text} ${text.codePointAt(0)?.toString(16)}`,
    );
  assert.equal(foldSearch("’'"), '');
});

test('texts that contain words once they are folded match the filter of the words', async () => {
  const { rows: wrong } = await sql<{ character: string; folded: string }>`
    select character, folded
    from (select chr(code) as character from generate_series(1, 65535) code where code not between 55296 and 57343) c
      cross join lateral (select search_text(p_text => character) as folded) f
    where character ~ ${`[${stableCharacters}]`} and folded <> character
      or character ~ ${`[${simpleCharacters}]`} and length(folded) > 1`.execute(instance.db);
  assert.deepEqual(wrong, []);
  const tricky = ["o ´ne’i'll", 'ångström-ærø', 'مُحَمَّد ـ أحمد', 'ёлкин й', 'ąąą', 'e\u0301e ́x'];
  const texts = [...people.flat(), ...tricky].map(fold);
  const pairs = texts.flatMap((text) => {
    const letters = [...foldSearch(text)];
    return letters.flatMap((_, from) =>
      [1, 3, 7].map((length) => {
        const words = letters.slice(from, from + length).join('');
        return { text, words, filter: foldFilter(words) ?? '' };
      }),
    );
  });
  const { rows: missed } = await sql`
    select * from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(text text, words text, filter text)
    where strpos(search_text(p_text => text), search_text(p_text => words)) > 0 and not regexp_like(text, filter)`.execute(
    instance.db,
  );
  assert.deepEqual(missed, []);
  assert.ok(pairs.filter(({ filter }) => filter).length > 400);
  const { rows: others } = await sql<{ matches: boolean }>`
    select regexp_like(name, ${foldFilter('gmail')}) as matches from unnest(array['josé núñez', '李小龙', 'عَلِيّ أحمد', 'ўладзімір', 'gmáil']) name`.execute(
    instance.db,
  );
  assert.deepEqual(
    others.map(({ matches }) => matches),
    [false, false, false, false, true],
  );
});

test('the index finds by words exactly what reading all rows finds', async () => {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from credentials c cross join (values ('oneill'), ('jurgen'), ('ærø'), ('小龙')) w(words)
    where strpos(search_text(p_text => c.name_search), search_text(p_text => words)) > 0
      and not recipient_keys(p_account => c.account_id, p_name => c.name_search, p_email => c.email_search)
        @> recipient_keys(p_account => c.account_id, p_name => words, p_email => '')`.execute(
    instance.db,
  );
  assert.deepEqual(rows, [{ missing: 0 }]);
});

test('an erased person vanishes, with all credentials, emails and activity, and no one else', async () => {
  const { one, issue } = await createIssuing();
  const ids = [
    await issue('Rosalind Franklin', 'rosalind@example.org'),
    await issue('R. Franklin', 'Rosalind@example.org'),
  ];
  await issue('Maurice Wilkins', 'maurice@example.org');
  await one.insignia.credentials.send({ awardId: ids[0] ?? '', email: 'rosalind@example.org' });
  const recipientId = await findId(one, 'rosalind');
  const { action, total, done } = await eraseAndWait(one, recipientId);
  assert.deepEqual([action, total, done], ['erase', 2, 2]);
  assert.deepEqual(await listNames(one, ''), ['Maurice Wilkins']);
  assertRefused(await one.api('GET', `/recipients/${recipientId}`), 404, 'recipient_not_found');
  assertRefused(await one.api('DELETE', `/recipients/${recipientId}`), 404, 'recipient_not_found');
  for (const id of ids)
    assert.equal(
      (await createTestClient(instance.url)('GET', `/certify-badge/award/${id}`)).status,
      410,
    );
  for (const table of ['credentials', 'mails', 'events', 'bulk_job_chunks']) {
    const { rows } = await sql`select from ${sql.table(table)} t where t::text ilike '%rosalind%'
      or t::text like any(array[${`%${ids[0]}%`}, ${`%${ids[1]}%`}])`.execute(instance.db);
    assert.equal(rows.length, 0, table);
  }
  const { items } = await one.insignia.auditLog.list({ action: 'eraseRecipient' });
  assert.deepEqual(
    items.map(({ about, fields }) => [about?.kind, about?.count, about?.name, fields]),
    [['credential', 2, null, []]],
  );
  // The same person again is the same recipient.
  await issue('Rosalind Franklin', 'rosalind@example.org');
  assert.equal(await findId(one, 'rosalind'), recipientId);
});

/** Tables with a row that contains the text. */
async function listTablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(
    instance.db,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(
      instance.db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('an address that a correction replaced is found, and erased from everything but the credential', async () => {
  const { one, issue } = await createIssuing();
  const { credentials, recipients } = one.insignia;
  await one.insignia.webhooks.create({ url: 'https://nowhere.example/', events: ['*'] });
  const [moved = '', left = '', others = ''] = [
    await issue('Augusta Byron', 'Byron@Replaced.example'),
    await issue('Augusta Byron', 'byron@replaced.example'),
    await issue('Mary Somerville', 'mary@current.example'),
  ];
  await credentials.send({ awardId: moved, email: 'Byron@Replaced.example' });
  await credentials.send({ awardId: others, email: 'byron@replaced.example' });
  await credentials.correct({ awardId: moved, recipient: { name: 'Augusta King' } });
  await credentials.correct({
    ...{ awardId: moved, reason: 'Not byron@replaced.example' },
    recipient: { name: 'Ada Lovelace', email: 'ada@current.example' },
  });
  const found = await recipients.list({ search: 'replaced.example' });
  const [ada, byron] = [await findId(one, 'ada@'), found.items[0]?.recipientId ?? ''];
  assert.deepEqual(
    found.items.map(({ name, awards }) => [name, awards]),
    [['Augusta Byron', 1]],
  );
  const now = { recipientId: ada, name: 'Ada Lovelace', email: 'ada@current.example' };
  const earlier = { recipientId: byron, email: 'Byron@Replaced.example' };
  assert.deepEqual(found.earlierAddresses, [{ ...earlier, movedTo: now }]);
  assert.deepEqual((await recipients.get({ recipientId: byron })).movedTo, [now]);
  assert.deepEqual((await recipients.get({ recipientId: ada })).earlierAddresses, [earlier]);
  assert.deepEqual((await recipients.list({ search: 're' })).earlierAddresses, []);

  const { status, total, done } = await eraseAndWait(one, byron);
  assert.deepEqual([status, total, done], ['completed', 1, 1]);
  assert.deepEqual(await listTablesWith('replaced.example'), []);
  assert.deepEqual(await listTablesWith('Augusta'), []);
  assertRefused(await one.api('GET', `/recipients/${byron}`), 404, 'recipient_not_found');
  assertRefused(await one.api('GET', `/awards/${left}`), 404, 'credential_not_found');
  assert.equal((await credentials.get({ awardId: others })).recipient.name, 'Mary Somerville');
  assert.deepEqual((await credentials.get({ awardId: moved })).recipient, {
    ...{ name: 'Ada Lovelace', email: 'ada@current.example' },
  });
  const { items: editions } = await credentials.editions({ awardId: moved });
  assert.deepEqual(
    editions.map(({ reason, changes }) => [
      reason,
      changes.map(({ before, after }) => [before, after]),
    ]),
    [
      [
        undefined,
        [
          [null, 'Ada Lovelace'],
          [null, 'ada@current.example'],
        ],
      ],
      [undefined, [[null, null]]],
      [undefined, []],
    ],
  );
});

test('an address without credentials is erased from the history of those that a correction moved', async () => {
  const { one, issue } = await createIssuing();
  const ids = [await issue('Wrong Address', 'wrong@typo.example')];
  ids.push(await issue('Wrong Address', 'wrong@typo.example'));
  const recipientId = await findId(one, 'wrong@');
  await one.insignia.recipients.correct({ recipientId, email: 'right@current.example' });
  const page = await one.insignia.recipients.get({ recipientId });
  assert.deepEqual(
    [page.name, page.email, page.awards, page.movedTo.map(({ email }) => email)],
    ['wrong@typo.example', 'wrong@typo.example', [], ['right@current.example']],
  );
  assertRefused(
    await one.api('PUT', `/recipients/${recipientId}`, { parameters: { name: 'Some Body' } }),
    404,
    'recipient_not_found',
  );
  const stranger = await createOwner(instance);
  for (const method of ['GET', 'DELETE'] as const)
    assertRefused(
      await stranger.api(method, `/recipients/${recipientId}`),
      404,
      'recipient_not_found',
    );
  assert.deepEqual(
    (await stranger.insignia.recipients.list({ search: 'typo.example' })).earlierAddresses,
    [],
  );
  // Back at the first address, the credential is its recipient's again.
  await one.insignia.credentials.correct({
    awardId: ids[0] ?? '',
    recipient: { email: 'wrong@typo.example' },
  });
  assert.equal((await one.insignia.recipients.get({ recipientId })).awards.length, 1);
  await one.insignia.credentials.correct({
    awardId: ids[0] ?? '',
    recipient: { email: 'right@current.example' },
  });
  const { status, total } = await eraseAndWait(one, recipientId);
  assert.deepEqual([status, total], ['completed', 0]);
  assert.deepEqual(await listTablesWith('typo.example'), []);
  const { awards } = await one.insignia.recipients.get({
    recipientId: await findId(one, 'right@'),
  });
  assert.equal(awards.length, 2);
});

test('erasing a recipient removes a deleted badge with its last credential', async () => {
  const { one, issue } = await createIssuing();
  const awardId = await issue('Last Person', 'last@example.org');
  const { badge } = await one.insignia.credentials.get({ awardId });
  await one.insignia.credentials.revoke({ awardId });
  await one.insignia.badges.delete({ badgeId: badge.id });
  await eraseAndWait(one, await findId(one, 'last@'));
  const { rows } = await sql`select from badges where account_id = ${one.accountId}`.execute(
    instance.db,
  );
  assert.equal(rows.length, 0);
});

test('credentials issued after the call are not erased with it', async () => {
  const { one, issue } = await createIssuing();
  await issue('Early Bird', 'bird@example.org');
  const recipientId = await findId(one, 'bird');
  const { jobId } = await one.insignia.recipients.erase({ recipientId });
  const later = await issue('Later Bird', 'bird@example.org');
  await waitForCondition(
    'ended',
    async () => (await one.insignia.jobs.get({ jobId })).status === 'completed',
  );
  const { awards } = await one.insignia.recipients.get({ recipientId });
  assert.deepEqual(
    awards.map(({ id }) => id.split('/').at(-1)),
    [later],
  );
});

test('bad page tokens, ids and searches get an error that says so', async () => {
  const { one, issue } = await createIssuing();
  await issue('Some Body', 'some@example.org');
  const recipientId = await findId(one, 'some');
  const { lastEvaluatedKey: ofCredentials } = await owner.insignia.credentials.list();
  for (const token of ['x', 'AAAA', ofCredentials ?? 'x'.repeat(100), 'x'.repeat(2_000)])
    for (const path of ['/recipients', `/recipients/${recipientId}`])
      assertRefused(
        await one.api('GET', `${path}?lastEvaluatedKey=${token}`),
        400,
        token.length > 1_000 && path !== '/recipients' ? 'invalid_request' : 'invalid_page_token',
      );
  for (const id of ['x', '%00', crypto.randomUUID(), '01900000-0000-7000-8000-000000000000']) {
    const answer = await one.api('GET', `/recipients/${id}`);
    assert.ok(
      ['recipient_not_found', 'invalid_request'].includes(answer.body.code),
      JSON.stringify(answer.body),
    );
  }
  assertRefused(
    await one.api('GET', `/recipients?search=${'x'.repeat(201)}`),
    400,
    'invalid_request',
  );
  assertRefused(await one.api('GET', '/recipients?search=%00'), 400, 'invalid_request');
  // Folds to nothing, so it selects everyone in a list and nobody in a job.
  assert.equal((await listNames(one, "'")).length, 1);
  assertRefused(
    await one.api('POST', '/awards/revoke', { parameters: { filter: { search: "'" } } }),
    400,
    'invalid_request',
  );
});

test('recipients belong to their account, and roles decide who may erase them', async () => {
  const [ours, theirs] = [await createIssuing(), await createIssuing()];
  await ours.issue('Shared Person', 'shared@example.org');
  await theirs.issue('Shared Person', 'shared@example.org');
  const [ourId, theirId] = [await findId(ours.one, 'shared'), await findId(theirs.one, 'shared')];
  assert.notEqual(ourId, theirId);
  for (const method of ['GET', 'DELETE'] as const)
    assertRefused(await ours.one.api(method, `/recipients/${theirId}`), 404, 'recipient_not_found');
  const viewer = await createOwner(instance);
  await addMember(instance, ours.one, viewer, 'viewer');
  const there = { 'x-account-id': ours.one.accountId };
  const path = `/recipients/${ourId}`;
  assertOk(await viewer.bearer('GET', path, undefined, there));
  assertOk(await viewer.bearer('GET', '/recipients', undefined, there));
  assertRefused(await viewer.bearer('DELETE', path, undefined, there), 403, 'role_too_small');
  assertRefused(await createTestClient(instance.url)('GET', path), 401, 'unauthorized');
  const readOnly = createTestClient(instance.url, { 'x-api-key': ours.one.readKey });
  assertOk(await readOnly('GET', path));
  assertRefused(await readOnly('DELETE', path), 403, 'scope_too_small');
  assert.equal((await theirs.one.insignia.recipients.list()).items.length, 1);
});

test('an import and issuing of 1,000 people at once are listed completely', async () => {
  const one = await createOwner(instance, 'unlimited');
  const badgeId = await createBadge(one, await createIssuer(one));
  const rows = Array.from(
    { length: 1_000 },
    (_, n) => `Pupil ${n},pupil${n % 400}@school.example,2026-03-01`,
  );
  const { importId } = await one.insignia.imports.create({
    badgeId,
    file: `name,email,issuedOn\n${rows.join('\n')}\n`,
  });
  await waitForCondition(
    'imported',
    async () => (await one.insignia.imports.get({ importId })).finishedAt !== null,
  );
  let [count, awards] = [0, 0];
  for await (const each of one.insignia.recipients.all()) {
    count++;
    awards += each.awards;
  }
  assert.deepEqual([count, awards], [400, 1_000]);
});

test('the address in a page token is not readable', async () => {
  const { one } = await createIssuing();
  await sql`
    insert into credentials (id, account_id, badge_id, recipient_name, recipient_email, name_search, email_search, issued_on, created_at)
    select uuid7_at(now()), ${one.accountId}, (select id from badges where account_id = ${one.accountId}),
      'Person', 'p' || n || '@class.example', 'person', 'p' || n || '@class.example', now(), now()
    from generate_series(1, 60) n`.execute(instance.db);
  const { lastEvaluatedKey = '' } = await one.insignia.recipients.list();
  assert.doesNotMatch(Buffer.from(lastEvaluatedKey, 'base64url').toString('latin1'), /class/);
  assertRefused(
    await owner.api('GET', `/recipients?lastEvaluatedKey=${lastEvaluatedKey}`),
    400,
    'invalid_page_token',
  );
});
