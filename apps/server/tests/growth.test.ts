import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { newId } from '../src/kernel/id.ts';
import { claim } from '../src/platform/jobs/store.ts';
import { type Answer, assertOk, client, type Send } from './support/client.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { createOwner, type Owner } from './support/people.ts';
import { issueTo, makeTenants, type Tenants } from './support/tenants.ts';

const own = 15_000;
const page = 51;

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
  await issueTo(run, tenants, own);
  await run('vacuum analyze');
  await filling.end();
  // One connection, so that what it has read is known as soon as it has told.
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

/** Rows that PostgreSQL has read of a table, on the program's connection. */
async function readOf(table: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(instance.db);
  const { rows } = await sql<{ n: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables
    where schemaname = 'public' and relname = ${table}`.execute(instance.db);
  return rows[0]?.n ?? Number.NaN;
}

/** The answer, and how many of the table's rows were read for it: the same on every machine, unlike time. */
async function reading<T>(
  table: string,
  work: () => Promise<T>,
): Promise<{ answer: T; read: number }> {
  const before = await readOf(table);
  const answer = await work();
  return { answer, read: (await readOf(table)) - before };
}

const as = (key: string): Send => client(instance.url, { 'x-api-key': key });

test('a log is read by its state, its account or its endpoint, however much lies around', async () => {
  const large = as(tenants.large.key);
  const log = `/webhooks/${tenants.large.webhookId}/deliveries`;
  const lists: [table: string, list: () => Promise<Answer>, state?: string][] = [
    ['audit_log', () => large('GET', '/audit-log')],
    ['mails', () => large('GET', '/mail')],
    ['mails', () => large('GET', '/mail?state=failed'), 'failed'],
    ['deliveries', () => large('GET', log)],
    ['deliveries', () => large('GET', `${log}?state=delivered`), 'delivered'],
    ['deliveries', () => large('GET', `${log}?state=failed`), 'failed'],
    ['deliveries', () => large('GET', `${log}?state=pending`), 'pending'],
    ['events', () => newcomer.session('GET', '/account/export')],
  ];
  for (const [table, list, state] of lists) {
    const { answer, read } = await reading(table, list);
    const { items, deliveries = items } = assertOk(answer).body ?? {};
    const shown = `${state ?? 'all'} ${table}: ${read} rows read`;
    if (deliveries && state !== 'pending') assert.ok(deliveries.length > 0, shown);
    for (const row of state ? deliveries : []) assert.equal(row.state, state, shown);
    assert.ok(read <= 3 * page, shown);
  }
});

test('what waits of one kind costs the workers of others nothing', async () => {
  const { db } = instance;
  await sql`insert into jobs (id, kind, payload, max_attempts)
    select gen_random_uuid(), 'mail', '{}', 36 from generate_series(1, 5000)`.execute(db);
  const id = newId();
  await sql`insert into jobs (id, kind, payload, max_attempts) values (${id}, 'import', '{}', 12)`.execute(
    db,
  );
  await sql`analyze jobs`.execute(db);
  const bulk = await reading('jobs', () => claim(db, ['import', 'bulk'], 2, 1_000));
  assert.deepEqual(
    bulk.answer.map((job) => job.id),
    [id],
  );
  assert.ok(bulk.read <= 10, `${bulk.read} rows read`);
  const mails = await reading('jobs', () => claim(db, ['mail'], 10, 1_000));
  assert.equal(mails.answer.length, 10);
  assert.ok(mails.read <= 100, `${mails.read} rows read`);
});
