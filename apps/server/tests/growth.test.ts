import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_SEARCHED_MAILS } from '@insignia/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { readRowsAfter } from '../src/features/accounts/index.ts';
import { registerCredentialsWork } from '../src/features/credentials/index.ts';
import { lockMailedCredential } from '../src/features/sharing/index.ts';
import { newId } from '../src/kernel/id.ts';
import { collectWork } from '../src/platform/jobs/index.ts';
import { claimJobs } from '../src/platform/jobs/store.ts';
import { recordBounce } from '../src/platform/mail/index.ts';
import {
  type ApiResponse,
  assertOk,
  createTestClient,
  type SendRequest,
} from './support/client.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createAwardBodyFor, createOwner, idFromUrl, type Owner } from './support/people.ts';
import { issueTo, makeTenants, type Tenants } from './support/tenants.ts';

/** PostgreSQL sorts the last 4,000 rows of an export instead of following the index. */
const own = 20_000;
const page = 51;
/** Newest rows read before the search index is used. */
const nearby = 2_000;

let database: TestDatabase;
let instance: Instance;
let tenants: Tenants;
let newcomer: Owner;
before(async () => {
  database = await createDatabase();
  const filling = new pg.Client({ connectionString: database.url });
  await filling.connect();
  const run = (statement: string, values?: unknown[]) => filling.query(statement, values);
  tenants = await makeTenants(run, 40);
  // Without triggers, which would change nothing: the rows agree with each other.
  await run('set session_replication_role = replica');
  await issueTo(run, tenants, own);
  await run('vacuum analyze');
  // Autovacuum would move the test's new rows into the search index.
  await run('alter table credentials set (autovacuum_enabled = false)');
  await filling.end();
  // One connection, so that its statistics are current.
  const url = new URL(database.url);
  url.searchParams.set('pool', '1');
  const worker = await startInstance({ DATABASE_URL: database.url, ROLE: 'worker' });
  instance = await startInstance({ DATABASE_URL: url.href, ROLE: 'api' });
  newcomer = await createOwner({ ...instance, mailbox: worker.mailbox });
  await worker.stop();
});
after(async () => {
  await instance?.stop();
  await database?.drop();
});

/** Rows read from a table and its partitions on the program's connection. */
async function countRowsRead(table: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(instance.db);
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables
    where relid = ${table}::regclass or relid in (select relid from pg_partition_tree(${table}::regclass))`.execute(
    instance.db,
  );
  return rows[0]?.n ?? Number.NaN;
}

/** The response, and the number of rows read, which is the same on every machine. */
async function reading<T>(
  table: string,
  work: () => Promise<T>,
): Promise<{ answer: T; read: number }> {
  const before = await countRowsRead(table);
  const answer = await work();
  return { answer, read: (await countRowsRead(table)) - before };
}

const as = (key: string): SendRequest => createTestClient(instance.url, { 'x-api-key': key });

test('reading a log by status, account or endpoint reads few rows, however large the log', async () => {
  const large = as(tenants.large.key);
  const log = `/webhooks/${tenants.large.webhookId}/deliveries`;
  const lists: [table: string, list: () => Promise<ApiResponse>, state?: string][] = [
    ['audit_log', () => large('GET', '/audit-log')],
    ['mails', () => large('GET', '/mail')],
    ['mails', () => large('GET', '/mail?state=failed'), 'failed'],
    ['deliveries', () => large('GET', log)],
    ['events', () => large('GET', log)],
    ['deliveries', () => large('GET', `${log}?state=delivered`), 'delivered'],
    ['deliveries', () => large('GET', `${log}?state=failed`), 'failed'],
    ['deliveries', () => large('GET', `${log}?state=pending`), 'pending'],
    ['deliveries', () => large('GET', '/webhooks')],
    ['events', () => newcomer.session('GET', '/account/export')],
  ];
  for (const [table, list, state] of lists) {
    const { answer, read } = await reading(table, list);
    const { items, deliveries = items } = assertOk(answer).body ?? {};
    const message = `${state ?? 'all'} ${table}: ${read} rows read`;
    if (deliveries && state !== 'pending') assert.ok(deliveries.length > 0, message);
    for (const row of state ? deliveries : []) assert.equal(row.state, state, message);
    assert.ok(read <= 3 * page, message);
  }
});

test('an email search finds every address by three characters or more, and reads few rows', async () => {
  const large = as(tenants.large.key);
  const { db } = instance;
  // Older than all the emails that are searched before the index is used.
  await sql`update mails set recipient = 'Needle@hay.example' where id = any(
    select id from mails where account_id = ${tenants.large.accountId} order by id limit 3)`.execute(
    db,
  );
  for (const [words, count] of [
    ['NEEDLE@', 3],
    ['edl', 3],
    ['nobody.at.all', 0],
    ['example', 50],
    ['needle&state=queued', 0],
  ] as const) {
    const query = `search=${words}&searchField=email`;
    const { answer, read } = await reading('mails', () => large('GET', `/mail?${query}`));
    assert.equal(assertOk(answer).body.items.length, count, query);
    assert.ok(read <= 3 * MAX_SEARCHED_MAILS, `${query}: ${read} rows read`);
  }
});

test('a bounce report without a message id reads only emails of its address', async () => {
  const { db } = instance;
  const { rows } = await sql<{ id: string; recipient: string }>`
    select id, recipient from mails where state = 'sent' order by id desc limit 1`.execute(db);
  const recipient = rows[0]?.recipient.toUpperCase() ?? '';
  const knownRecipient = await reading('mails', () =>
    recordBounce(
      db,
      { kind: 'hard', reason: 'no such user', recipient },
      new Date(),
      lockMailedCredential,
    ),
  );
  assert.deepEqual(knownRecipient.answer, { bounced: true, suppressed: true });
  const unknown = await reading('mails', () =>
    recordBounce(
      db,
      { kind: 'hard', reason: 'x', recipient: 'nobody@at.all' },
      new Date(),
      lockMailedCredential,
    ),
  );
  assert.deepEqual(unknown.answer, { bounced: false, suppressed: true });
  for (const { read } of [knownRecipient, unknown]) assert.ok(read <= 10, `${read} rows read`);
});

test('a report of 1,000 bounces without message ids reads few emails, however many there are', async () => {
  const { db, url, config } = instance;
  const insertMails = (recipient: string, state: string) =>
    sql`insert into mails (id, account_id, kind, recipient, subject, state, attempts, created_at, done_at)
      select uuid7_at(now()), ${tenants.large.accountId}, 'credential', ${recipient}, 'Your badge', ${state}, 1, now(), now()
      from generate_series(1, 3000)`.execute(db);
  // The first address has only emails that were never sent. Each report marks another email of the
  // second, among its newest hundred.
  await insertMails('suppressed@people.example', 'bounced');
  await insertMails('shared@people.example', 'sent');
  await sql`vacuum analyze mails`.execute(db);
  const { rows } = await sql<{ recipient: string }>`
    select distinct recipient from mails where state = 'sent' and created_at > now() - interval '4 days' limit 1000`.execute(
    db,
  );
  const many = (recipient: string): string[] => Array(250).fill(recipient);
  for (const [recipients, bounced] of [
    [rows.map(({ recipient }) => recipient), rows.length],
    [many('suppressed@people.example'), 0],
    [many('shared@people.example'), 100],
    [many('').map((_, n) => `nobody${n}@at.all`), 0],
  ] as const) {
    const bounces = recipients.map((recipient) => ({ kind: 'refused', recipient }));
    const { answer, read } = await reading('mails', () =>
      createTestClient(url)('POST', `/mail/bounces/${config.mailBounceToken}`, { bounces }),
    );
    const { body } = assertOk(answer);
    const message = `${recipients[0]}: ${read} rows read, ${JSON.stringify(body)}`;
    assert.equal(body.received, recipients.length, message);
    assert.equal(body.bounced, bounced, message);
    assert.ok(read <= 101 * recipients.length, message);
  }
  await sql`delete from mails where recipient in ('suppressed@people.example', 'shared@people.example')`.execute(
    db,
  );
  await sql`vacuum analyze mails`.execute(db);
});

test('an export does not read the rest of a log again for each batch', async () => {
  const { accountId } = tenants.large;
  for (const [name, table] of [
    ['mails', 'mails'],
    ['audit-log', 'audit_log'],
  ] as const) {
    let last: string | undefined;
    let count = 0;
    const { read } = await reading(table, async () => {
      for (;;) {
        const rows = await readRowsAfter(instance.db, name, accountId, last);
        for (const { id } of rows) {
          assert.ok(last === undefined || id > last);
          last = id;
        }
        count += rows.length;
        if (rows.length === 0) return;
      }
    });
    assert.equal(count, own);
    assert.ok(read <= 2 * own, `${name}: ${read} rows read`);
  }
});

test('audit entries by user, rare action or time are found without reading the whole log', async () => {
  const large = as(tenants.large.key);
  for (const filter of [
    `personId=${newId()}`,
    'action=deleteBadge',
    `personId=${newId()}&action=deleteBadge`,
    'since=2999-01-01',
    'until=2000-01-01',
    `personId=${newId()}&since=2000-01-01`,
  ]) {
    const { answer, read } = await reading('audit_log', () => large('GET', `/audit-log?${filter}`));
    assert.deepEqual(assertOk(answer).body.items, [], filter);
    assert.ok(read <= 3 * page, `${filter}: ${read} rows read`);
  }
});

test('a search reads only its matches, whatever other accounts and fields contain', async () => {
  const [large, small] = [as(tenants.large.key), as(tenants.small.key)];
  const { db } = instance;
  const searchIds = async (accountId: string, field: string, words: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from credentials where account_id = ${accountId} and strpos(${sql.ref(field)}, ${words}) > 0
      order by id desc limit 50`.execute(db);
    return rows.map(({ id }) => id);
  };
  const searches: [
    who: 'large' | 'small',
    field: 'name' | 'email',
    words: string,
    maxRows: number,
  ][] = [
    ['large', 'name', 'Quxo', nearby + 3 * page],
    ['large', 'email', 'GMAIL', nearby + 3 * page],
    ['large', 'name', 'anna', nearby + 3 * page],
    ['large', 'name', 'example', nearby + 3 * page],
    ['large', 'email', 'nobody.at.all', nearby + 3 * page],
    ['large', 'name', 'a', 5 * page],
    ['large', 'name', 'x', 50 * page],
    ['large', 'name', 'q', 90 * page],
    ['large', 'name', 'ov', 50 * page],
    ['large', 'name', '%', own + page],
    ['large', 'name', 'zz', own + page],
    ['small', 'name', 'quxo', 700 + page],
    ['small', 'email', 'gmail', 700 + page],
    ['small', 'name', 'an', 700 + page],
    ['small', 'name', 'q', 700 + page],
  ];
  for (const [who, field, words, maxRows] of searches) {
    const filter = JSON.stringify({ search: words, searchField: field });
    const list = () =>
      (who === 'large' ? large : small)('GET', `/awards?filter=${encodeURIComponent(filter)}`);
    const { answer, read } = await reading('credentials', list);
    const message = `${words} in ${field} of ${who}: ${read} rows read`;
    const foundIds = assertOk(answer).body.info.awards.map(({ id }: { id: string }) =>
      idFromUrl(id),
    );
    assert.deepEqual(
      foundIds,
      await searchIds(tenants[who].accountId, `${field}_search`, words.toLowerCase()),
      message,
    );
    assert.ok(read <= maxRows, message);
  }
});

test('a chore moves new rows into the search index', async () => {
  const { db } = instance;
  const chore = collectWork((work) =>
    registerCredentialsWork(work, { clock: () => new Date() }),
  ).chores.find(({ name }) => name === 'search keys');
  const unsorted = async (): Promise<number> => {
    const { rows } = await sql<{ pages: number }>`
      select gin_clean_pending_list('credentials_keys')::int as pages`.execute(db);
    return rows[0]?.pages ?? Number.NaN;
  };
  const { badgeId, key } = tenants.small;
  const issue = async () => assertOk(await as(key)('POST', '/awards', createAwardBodyFor(badgeId)));
  await issue();
  assert.ok((await unsorted()) > 0);
  await issue();
  await db.write((trx) => chore?.run(trx) ?? Promise.resolve());
  assert.equal(await unsorted(), 0);
});

test('the reads of an inactive account do not grow with writes of others', async () => {
  const { db } = instance;
  const { accountId, badgeId } = tenants.large;
  const large = as(tenants.large.key);
  // Inactive for years: all its rows are older than the others'.
  await sql`create table moved as select id, row_number() over (order by id) as n from credentials where account_id = ${accountId}`.execute(
    db,
  );
  await sql`alter table credentials disable trigger all`.execute(db);
  await sql`update credentials c set id = uuid7_at('2020-01-01'::timestamptz + n * interval '1 minute') from moved where moved.id = c.id`.execute(
    db,
  );
  await sql`alter table credentials enable trigger all`.execute(db);
  await sql`vacuum analyze credentials`.execute(db);
  const filters = [
    {},
    { badgeId },
    { search: 'anna' },
    { search: 'a' },
    { badgeId, search: 'anna' },
  ];
  for (const filter of filters) {
    const { answer, read } = await reading('credentials', () =>
      large('GET', `/awards?filter=${encodeURIComponent(JSON.stringify(filter))}`),
    );
    assert.equal(assertOk(answer).body.info.awards.length, 50);
    assert.ok(read <= nearby + 2 * page, `${JSON.stringify(filter)}: ${read} rows read`);
  }
  const small = as(tenants.small.key);
  const foreign = encodeURIComponent(JSON.stringify({ badgeId }));
  const { answer, read } = await reading('credentials', () =>
    small('GET', `/awards?filter=${foreign}`),
  );
  assert.deepEqual([assertOk(answer).body.info.awards, read], [[], 0]);
});

test('reading a status list and assigning an index stay cheap with many lists and credentials', async () => {
  const { db } = instance;
  const anyone = createTestClient(instance.url);
  const { rows } = await sql<{ id: string }>`
    select id from credentials where account_id = ${tenants.large.accountId} order by id limit 2`.execute(
    db,
  );
  const [first, second] = rows.map(({ id }) => `/credentials/${id}/vc`);
  const signed = assertOk(await anyone('GET', first ?? '')).body;
  const list = new URL(signed.credentialStatus.statusListCredential).pathname;
  // 2,000 full lists of this issuer: with few, a full scan would be fastest.
  await sql`with present as (select * from status_lists where id = ${idFromUrl(list)}),
    full_ones as (insert into status_lists (id, issuer_id, number, seed, given, bits, changed_at)
      select gen_random_uuid(), issuer_id, n, seed, 131072, bits, changed_at from present, generate_series(2, 2001) n returning id, number)
    insert into signed_credentials (credential_id, key_id, list_id, list_index, subject_id, salt)
    select c.id, (select key_id from signed_credentials limit 1), l.id, c.n / 2000, gen_random_uuid(), 'x'
    from (select id, row_number() over (order by id) as n from credentials where account_id = ${tenants.large.accountId}) c
      join full_ones l on l.number = 2 + c.n % 2000 where c.n > 2`.execute(db);
  await sql`update status_lists set number = 2002 where id = ${idFromUrl(list)}`.execute(db);
  for (const table of ['status_lists', 'signed_credentials'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  // Different forms, because responses are cached.
  for (const [table, accept, ofList, ofCredential] of [
    ['status_lists', 'application/vc+ld+json', 1, 3],
    ['signed_credentials', 'application/ld+json', 0, 3],
    ['credentials', 'application/json', 0, 3],
  ] as const)
    for (const [path, maxRows] of [
      [list, ofList],
      [second ?? '', ofCredential],
    ] as const) {
      const { answer, read } = await reading(table, () =>
        anyone('GET', path, undefined, { accept }),
      );
      assertOk(answer);
      assert.ok(read <= maxRows, `${path}: ${read} rows of ${table} read`);
    }
});

test('waiting jobs of one kind cost workers of other kinds nothing', async () => {
  const { db } = instance;
  await sql`insert into jobs (id, kind, payload, max_attempts)
    select gen_random_uuid(), 'mail', '{}', 36 from generate_series(1, 5000)`.execute(db);
  const id = newId();
  await sql`insert into jobs (id, kind, payload, max_attempts) values (${id}, 'import', '{}', 12)`.execute(
    db,
  );
  await sql`analyze jobs`.execute(db);
  const bulk = await reading('jobs', () =>
    claimJobs(db, ['import', 'bulk'], 2, { leaseMs: 1_000 }),
  );
  assert.deepEqual(
    bulk.answer.map((job) => job.id),
    [id],
  );
  assert.ok(bulk.read <= 10, `${bulk.read} rows read`);
  const mails = await reading('jobs', () => claimJobs(db, ['mail'], 10, { leaseMs: 1_000 }));
  assert.equal(mails.answer.length, 10);
  assert.ok(mails.read <= 100, `${mails.read} rows read`);
});

test('a list by status reads few rows, however sparse its matches', async () => {
  const { db } = instance;
  const { accountId, badgeId, key } = tenants.large;
  // All but the oldest hundred have another state.
  await sql`with mine as (select id, row_number() over (order by id) as n from credentials where account_id = ${accountId})
    update credentials c set
      expires = case when n % 2 = 0 or n between 200 and ${own - 100} then '2020-01-01'::timestamptz end,
      revoked_at = case when n <= 100 then now() end, lapsed_at = case when n between 200 and ${own - 100} then now() end
    from mine where mine.id = c.id`.execute(db);
  await sql`vacuum analyze credentials`.execute(db);
  for (const state of ['valid', 'expired', 'revoked'])
    for (const more of [{}, { badgeId }]) {
      const filter = encodeURIComponent(JSON.stringify({ state, ...more }));
      const list = () => as(key)('GET', `/awards?filter=${filter}`);
      const { answer, read } = await reading('credentials', list);
      const { awards } = assertOk(answer).body.info;
      assert.equal(awards.length, 50);
      for (const one of awards) assert.equal(one.state, state);
      assert.ok(read <= 12 * page, `${state} ${JSON.stringify(more)}: ${read} rows read`);
    }
});
