import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { createPageTokens } from '../src/platform/http/page-tokens.ts';
import { Secrets } from '../src/platform/secrets/index.ts';
import { assertOk, createTestClient } from './support/client.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { type Instance, startInstance } from './support/instance.ts';
import {
  listOperations,
  listRequests,
  lists,
  type PagedList,
  SHORT_CODE,
} from './support/lists.ts';
import { type RecordedStatement, recordWithValues } from './support/statements.ts';
import { cutLogs, issueTo, makeTenants, type Tenant, type Tenants } from './support/tenants.ts';

const own = 12_000;
const days = 30;

let database: TestDatabase;
let explaining: pg.Client;
let instance: Instance;
let tenants: Tenants;
before(async () => {
  database = await createDatabase();
  const filling = new pg.Client({ connectionString: database.url });
  await filling.connect();
  const run = (statement: string, values?: unknown[]) => filling.query(statement, values);
  tenants = await makeTenants(run, 40);
  await cutLogs(run, days);
  // Without triggers, which would change nothing: the rows agree with each other.
  await run('set session_replication_role = replica');
  await issueTo(run, tenants, own, days);
  await run(
    `insert into short_codes select $1, id from credentials where account_id = $2 order by id offset $3 limit 1`,
    [SHORT_CODE, tenants.large.accountId, own / 2],
  );
  await run('vacuum analyze');
  // Reading a whole small table is cheap. This setting makes PostgreSQL choose the plan that it
  // uses at a million rows.
  await run(`alter database ${new URL(database.url).pathname.slice(1)} set random_page_cost = 1.1`);
  await filling.end();
  explaining = new pg.Client({ connectionString: database.url });
  await explaining.connect();
  // Use one connection, so that its statistics are complete after it answers.
  const url = new URL(database.url);
  url.searchParams.set('pool', '1');
  instance = await startInstance({ DATABASE_URL: url.href, ROLE: 'api' });
});
after(async () => {
  await instance?.stop();
  await explaining?.end();
  await database?.drop();
});

type Work = { rows: number; blocks: number };

/**
 * Returns the rows and index entries that PostgreSQL has read, and the 8 KiB pages of all tables
 * and their indexes. Equals the sums over pg_stat_user_tables, pg_stat_user_indexes and
 * pg_statio_user_tables, which take longer.
 */
async function workDone(): Promise<Work> {
  await sql`select pg_stat_force_next_flush()`.execute(instance.db);
  const { rows } = await sql<Work>`
    select sum(pg_stat_get_tuples_returned(oid))::int as rows, sum(pg_stat_get_blocks_fetched(oid))::int as blocks
    from pg_class where relkind in ('r', 'i')
      and relnamespace <> all ('{pg_catalog, pg_toast, information_schema}'::regnamespace[])`.execute(
    instance.db,
  );
  return rows[0] ?? { rows: Number.NaN, blocks: Number.NaN };
}

type Page = Work & { count: number; token: string | undefined };

/** Counters after the last read, and so before the next, unless a test has read something itself. */
let counted: Work | undefined;

async function read(tenant: Tenant, path: string): Promise<Page> {
  const send = createTestClient(instance.url, { 'x-api-key': tenant.key });
  const before = counted ?? (await workDone());
  const { body, headers } = assertOk(await send('GET', path));
  const after = await workDone();
  counted = after;
  const payload = body.info ?? body;
  const items = Array.isArray(payload) ? payload : Object.values(payload).find(Array.isArray);
  const next = /lastEvaluatedKey=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
  return {
    count: items?.length ?? 0,
    token: payload.lastEvaluatedKey ?? next,
    rows: after.rows - before.rows,
    blocks: after.blocks - before.blocks,
  };
}

const middles = new Map<string, string>();

/** Returns the value in the middle of a tenant's rows. */
async function findMiddle(
  { table, owner }: PagedList,
  { accountId, webhookId }: Tenant,
  order: string,
): Promise<string> {
  const key = [table, owner, accountId, order].join();
  const known = middles.get(key);
  if (known !== undefined) return known;
  counted = undefined;
  const { rows } = await sql<{ id: string }>`
    with owned as (select ${sql.ref(order)} as id from ${sql.table(table)} where ${sql.ref(owner)} = ${owner === 'account_id' ? accountId : webhookId})
    select id from owned order by id desc offset (select count(*) / 2 from owned) limit 1`.execute(
    instance.db,
  );
  const middle = rows[0]?.id ?? '';
  middles.set(key, middle);
  return middle;
}

/** Returns a page token from the middle of the list, or of a search in it. */
async function tokenWithin(list: PagedList, tenant: Tenant, isSearch: boolean): Promise<string> {
  const textColumn = isSearch ? undefined : list.textColumn;
  const middle = await findMiddle(list, tenant, textColumn ?? 'id');
  const cursors = createPageTokens(new Secrets(['a secret of the tests, long enough']));
  const make = textColumn ? cursors.makeFromText : cursors.make;
  return make(list.token, tenant.accountId, middle);
}

const withToken = (path: string, token: string): string =>
  `${path}${path.endsWith('?') ? '' : '&'}lastEvaluatedKey=${token}`;

test('every list of the API has an entry with each of its query parameters', () => {
  const missing = listOperations().flatMap(([id, { query, access }]) => {
    const entry = lists[id];
    if (!entry) return [`${id} has no entry`];
    if ('boundedBy' in entry)
      // Lists of a person aren't the tenants': my.test.ts counts the rows that one reads.
      return query?.shape.lastEvaluatedKey && access !== 'public' && access.who !== 'person'
        ? [`${id} has pages, and no entry for them`]
        : [];
    const { filters } = entry.paged(tenants.large);
    return Object.keys(query?.shape ?? {})
      .filter((name) => name !== 'lastEvaluatedKey' && filters[name] === undefined)
      .map((name) => `${id} has no requests by ${name}`);
  });
  assert.deepEqual(missing, [], 'add it to tests/support/lists.ts');
  for (const id of Object.keys(lists))
    assert.ok(
      listOperations().some(([known]) => known === id),
      `${id} is no list`,
    );
});

/**
 * Number of the newest rows that a search by words reads before it uses the index of words. In
 * tables this small, PostgreSQL may find them by id and also read rows of other accounts.
 */
const nearby = 2_000;
/**
 * Allowance for rows of other tables, such as the badge of each row on a page: a few index entries
 * and blocks each.
 */
const besides = { rows: 12 * 50, blocks: 4 * 50 };

type NamedPage = { name: string; path: string; page: Page };

/** Returns page 1, page 2 and a later page of one request. */
async function readPages(tenant: Tenant, path: string, middle: string): Promise<NamedPage[]> {
  const page = await read(tenant, path);
  const tokens = { 'page 2': page.token, 'a later page': middle };
  const pages: NamedPage[] = [{ name: 'page 1', path, page }];
  for (const [name, token] of Object.entries(tokens)) {
    const following = token && withToken(path, token);
    if (following) pages.push({ name, path: following, page: await read(tenant, following) });
  }
  return pages;
}

/** Returns the plans of the statements of one request. */
async function explainReads(tenant: Tenant, path: string): Promise<string> {
  const send = createTestClient(instance.url, { 'x-api-key': tenant.key });
  const statements = await recordWithValues(async () => assertOk(await send('GET', path)));
  const plans: string[] = [];
  for (const { text, values } of statements.filter(isRead)) {
    const { rows } = await explaining.query(`explain (analyze, buffers) ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans.join('\n\n');
}

const isRead = ({ text }: RecordedStatement): boolean =>
  /^(?:\/\*.*?\*\/\s*)?(?:select|with)\b/i.test(text);

for (const [id, entry] of Object.entries(lists)) {
  if ('boundedBy' in entry) continue;
  test(`${id}: every page of every filter reads little more than page 1, with and without a match`, async () => {
    const counts: number[] = [];
    for (const tenant of [tenants.large, tenants.failing]) {
      const list = entry.paged(tenant);
      const [first = '', ...filtered] = listRequests(list);
      const base = await read(tenant, first);
      assert.equal(base.count, 50);
      for (const path of [first, ...filtered]) {
        const middle = await tokenWithin(list, tenant, path.includes('search='));
        const more = path.includes('search') ? nearby : 0;
        const limits = {
          rows: 1.3 * base.rows + besides.rows + 10 * more,
          blocks: 1.3 * base.blocks + besides.blocks + more,
        };
        const isLittle = ({ rows, blocks }: Work) => rows <= limits.rows && blocks <= limits.blocks;
        const pages = await readPages(tenant, path, middle);
        // The counters are those of the database, so background work of PostgreSQL may be among them: once.
        const again = pages.every(({ page }) => isLittle(page))
          ? []
          : await readPages(tenant, path, middle);
        for (const [index, attempt] of pages.entries()) {
          const { name, path, page } = isLittle(attempt.page) ? attempt : (again[index] ?? attempt);
          counts.push(page.count);
          if (isLittle(page)) continue;
          assert.fail(
            `${name} of ${path}: ${page.count} items, ${page.rows} rows and ${page.blocks} blocks read; page 1 took ${base.rows} and ${base.blocks}\n${await explainReads(tenant, path)}`,
          );
        }
      }
    }
    const isFiltered = Object.values(entry.paged(tenants.large).filters).flat().length > 0;
    assert.ok(counts.includes(50));
    assert.equal(counts.includes(0), isFiltered, 'no filter went without a match');
  });
}

/** Twice a page: a search of emails reads the credentials of up to 100. */
const MAX_PLANNED_ROWS = 100;

/** Rows that PostgreSQL expects a statement to return. */
async function estimateRows({ text, values }: RecordedStatement): Promise<number> {
  const explained = await explaining.query(`explain (format json) ${text}`, values);
  return explained.rows[0]['QUERY PLAN'][0].Plan['Plan Rows'];
}

for (const [id, entry] of Object.entries(lists)) {
  if ('boundedBy' in entry) continue;
  test(`${id}: PostgreSQL plans every statement for a page, however many rows there are`, async () => {
    const send = createTestClient(instance.url, { 'x-api-key': tenants.large.key });
    counted = undefined;
    for (const path of listRequests(entry.paged(tenants.large))) {
      const statements = await recordWithValues(async () => assertOk(await send('GET', path)));
      const reads = statements.filter(isRead);
      assert.ok(reads.length > 0, path);
      for (const read of reads) {
        const rows = await estimateRows(read);
        assert.ok(rows <= MAX_PLANNED_ROWS, `${path}: ${rows} rows expected by ${read.text}`);
      }
    }
  });
}
