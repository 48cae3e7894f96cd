import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { useRollback } from '../../../tests/support/rollback.ts';
import type { Trx } from '../../platform/db/index.ts';
import { listResultWebhooks, recordResults } from './recorder.ts';
import { type DeliveryResult, recordDeliveredAttempts } from './work-store.ts';

const schedule = [1_000, 2_000, 60_000];
const ids = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${letter.repeat(8)}-0000-7000-8000-00000000000${at}`);
const webhooks = ids('a', 3);
const deliveries = ids('b', 6);
const accountId = 'cccccccc-0000-7000-8000-000000000000';
/** Between the times of outages and attempts lies more than the clocks of process and database differ. */
const stepMs = 100;
const begin = Date.now() - 60_000;
const getOwner = (delivery: number): string => webhooks[delivery % webhooks.length] ?? '';

const endpoint = fc.record({
  active: fc.boolean(),
  failureCount: fc.constantFrom(0, 0, 1, 2, 17, 18, 19),
  failingAt: fc.nat(20),
});
const waiting = fc.record({ state: fc.constantFrom('pending', 'delivered'), tries: fc.nat(4) });
const outcome = fc.record({
  delivery: fc.nat(deliveries.length - 1),
  at: fc.nat(20),
  status: fc.constantFrom(200, 204, 410, 500, 503, null),
  retryAfter: fc.option(fc.nat(200_000)),
  jitter: fc.nat(1_000).map((n) => n / 1_000),
});

type Endpoint = typeof endpoint extends fc.Arbitrary<infer T> ? T : never;
type Waiting = typeof waiting extends fc.Arbitrary<infer T> ? T : never;
type Outcome = typeof outcome extends fc.Arbitrary<infer T> ? T : never;

async function seed(trx: Trx, endpoints: Endpoint[], log: Waiting[]): Promise<void> {
  for (const [at, { active, failureCount, failingAt }] of endpoints.entries())
    await sql`insert into webhooks (id, account_id, url, events, secret, active, failure_count, failing_since, created_at)
      values (${webhooks[at]}, ${accountId}, '', '{*}', '', ${active}, ${failureCount},
        ${failureCount > 0 ? new Date(begin + (failingAt + 0.5) * stepMs) : null}, now())`.execute(
      trx,
    );
  for (const [at, { state, tries }] of log.entries()) {
    await sql`insert into deliveries (id, webhook_id, account_id, type, state, attempts, created_at)
      values (${deliveries[at]}, ${getOwner(at)}, ${accountId}, 'ping', ${state}, ${tries}, now())`.execute(
      trx,
    );
    if (state === 'pending')
      await sql`insert into waiting_deliveries (webhook_id, id, type, created_at)
        values (${getOwner(at)}, ${deliveries[at]}, 'ping', now())`.execute(trx);
  }
}

function createResult({ delivery, at, status, ...rest }: Outcome): DeliveryResult {
  const isGood = status === 200 || status === 204;
  return {
    id: deliveries[delivery] ?? '',
    webhookId: getOwner(delivery),
    started: new Date(begin + at * stepMs),
    latency: at,
    status,
    error: isGood ? null : `answered ${status}`,
    response: 'text',
    ...rest,
  };
}

/** As processes before migration 0030 do. */
async function recordBefore(trx: Trx, results: DeliveryResult[]): Promise<string[]> {
  const [good, bad] = [true, false].map((isGood) =>
    results.filter(({ error }) => (error === null) === isGood),
  );
  const { rows } = await sql<{ id: string }>`
    select record_attempts as id from record_attempts(
      p_webhooks => ${listResultWebhooks(results)}, p_delivered => ${JSON.stringify(good)}, p_failed => ${JSON.stringify(bad)},
      p_schedule => ${schedule}, p_now => now())`.execute(trx);
  return rows.map(({ id }) => id);
}

async function written(trx: Trx): Promise<unknown[]> {
  const { rows } = await sql`
    select (select json_agg(w order by id) from webhooks w) as webhooks, (select json_agg(d order by id) from deliveries d) as deliveries,
      (select json_agg(v order by id) from waiting_deliveries v) as waiting,
      (select json_agg(a order by delivery_id, attempt, started_at) from delivery_attempts a) as attempts`.execute(
    trx,
  );
  return rows;
}

const rolledBack = useRollback();

test('old and new processes record the same outcome for any attempts', async () => {
  const cases = fc.asyncProperty(
    fc.array(endpoint, { minLength: webhooks.length, maxLength: webhooks.length }),
    fc.array(waiting, { minLength: deliveries.length, maxLength: deliveries.length }),
    // Attempts that started together have no order.
    fc.uniqueArray(outcome, { minLength: 1, maxLength: 12, selector: ({ at }) => at }),
    async (endpoints, log, outcomes) => {
      const results = outcomes.map(createResult);
      await rolledBack(async (trx) => {
        await seed(trx, endpoints, log);
        await sql`savepoint seeded`.execute(trx);
        const before = [await recordBefore(trx, results), await written(trx)];
        await sql`rollback to savepoint seeded`.execute(trx);
        const now = await recordResults(trx, results, schedule);
        assert.deepEqual([now, await written(trx)], before);
      });
    },
  );
  await fc.assert(cases, { numRuns: 150 });
});

test('attempts in flight at the first failure don’t count, and later ones do, whatever the process’s clock shows', async () => {
  const own = Date.now;
  const failAt = (delivery: number, started: number): DeliveryResult => ({
    ...createResult({ delivery, at: 0, status: 503, retryAfter: null, jitter: 0.5 }),
    started: new Date(started),
  });
  const endpoints = webhooks.map(() => ({ active: true, failureCount: 0 as const, failingAt: 0 }));
  for (const skewMs of [0, 60_000, -60_000])
    await rolledBack(async (trx) => {
      const clock = mock.method(Date, 'now', () => own() + skewMs);
      try {
        const log = deliveries.map(() => ({ state: 'pending' as const, tries: 0 }));
        await seed(trx, endpoints, log);
        const count = async (): Promise<unknown> => {
          const { rows } = await sql<{ failures: number; pauseMs: number }>`
            select failure_count as failures, (extract(epoch from next_attempt_at - now()) * 1000)::int as "pauseMs"
            from webhooks where id = ${webhooks[0]}`.execute(trx);
          return rows[0];
        };
        await recordResults(trx, [failAt(0, Date.now() - 5_000)], schedule);
        await recordResults(trx, [failAt(3, Date.now() - 5_100)], schedule);
        assert.deepEqual(await count(), { failures: 1, pauseMs: 1_000 }, `${skewMs} ms`);
        await sql`update webhooks set failing_since = now() - interval '10 seconds'`.execute(trx);
        await recordResults(trx, [failAt(0, Date.now() - 5_000)], schedule);
        assert.deepEqual(await count(), { failures: 2, pauseMs: 2_000 }, `${skewMs} ms`);
      } finally {
        clock.mock.restore();
      }
    });
});

/** Tables with their partitions. The tree of an unpartitioned table is empty. */
const selectPartitions = (tables: string[]) => sql`
  select coalesce(part.relid, name::regclass) from unnest(${tables}::text[]) name
  left join pg_partition_tree(name::regclass) part on true`;

/** Rows that this transaction read from a table and its partitions. */
async function rowsRead(trx: Trx, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where relid in (${selectPartitions([table])})`.execute(trx);
  return rows[0]?.n ?? 0;
}

test('delivered rows are found by id, also when statistics report an empty queue', async () => {
  const tables = ['waiting_deliveries', 'deliveries'];
  await rolledBack(async (trx) => {
    await seed(trx, [{ active: true, failureCount: 0, failingAt: 0 }], []);
    const { rows } = await sql<{ id: string }>`
      with made as (
        insert into deliveries (id, webhook_id, account_id, type, created_at)
        select uuid7_at(now()), ${webhooks[0]}, ${accountId}, 'ping', now() from generate_series(1, 5000) returning id)
      insert into waiting_deliveries (webhook_id, id, type, created_at)
      select ${webhooks[0]}, id, 'ping', now() from made returning id`.execute(trx);
    // As after a vacuum of an empty queue.
    await sql`update pg_class set relpages = 100, reltuples = 0 where relkind = 'r' and oid in (${selectPartitions(tables)})`.execute(
      trx,
    );
    const oldest = rows.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, 20);
    const results = oldest.map(({ id }, at) => ({
      ...createResult({ delivery: 0, at, status: 200, retryAfter: null, jitter: 0 }),
      id,
    }));
    const before = await Promise.all(tables.map((table) => rowsRead(trx, table)));
    await recordDeliveredAttempts(trx, listResultWebhooks(results), results);
    for (const [at, table] of tables.entries()) {
      const read = (await rowsRead(trx, table)) - (before[at] ?? 0);
      assert.ok(read <= 3 * results.length, `${read} rows of ${table} were read`);
    }
  });
});
