// Transactions that PostgreSQL rolls back after a conflict are retried, whatever their origin.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Trx } from '../src/platform/db/index.ts';
import { toProblem } from '../src/platform/http/send-problem.ts';
import { databaseForFile, waitUntilBlocked } from './support/database-for-file.ts';

const db = await databaseForFile();
await sql`create table pair (id integer primary key, n integer not null)`.execute(db);
await sql`insert into pair values (1, 0), (2, 0)`.execute(db);
await sql`create sequence refusals`.execute(db);
await sql`create function add_to_both() returns void language plpgsql as $$
  begin
    -- The retry must not take the first row before the other transaction does.
    if nextval('refusals') > 1 then perform pg_advisory_xact_lock(2); end if;
    update pair set n = n + 10 where id = 1;
    perform pg_advisory_xact_lock(1);
    update pair set n = n + 10 where id = 2;
  end $$`.execute(db);
await sql`create function refuse(times integer, state text) returns integer language plpgsql as $$
  begin
    if nextval('refusals') <= times then raise exception 'in the way' using errcode = state; end if;
    return 7;
  end $$`.execute(db);
beforeEach(async () => {
  await sql`alter sequence refusals restart`.execute(db);
  await sql`update pair set n = 0`.execute(db);
});

const add = (to: QueryExecutorProvider, id: number) =>
  sql`update pair set n = n + 1 where id = ${id}`.execute(to);
const sums = async (): Promise<number[]> =>
  (await sql<{ n: number }>`select n from pair order by id`.execute(db)).rows.map(({ n }) => n);
const refuse = (to: QueryExecutorProvider, times: number, state: string) =>
  sql<{ answer: number }>`select refuse(${times}, ${state}) as answer`.execute(to);

test('two transactions that deadlock both succeed', async () => {
  const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = Promise.withResolvers<void>();
  let runs = 0;
  const cross = async (mine: number, other: number) => {
    const answer = await db.write(async (trx) => {
      // The retry must not take the row before the other transaction commits.
      if (++runs > 2) await one.promise;
      await add(trx, mine);
      holds[mine - 1]?.resolve();
      await Promise.all(holds.map(({ promise }) => promise));
      await add(trx, other);
      return mine;
    });
    one.resolve();
    return answer;
  };
  assert.deepEqual(await Promise.all([cross(1, 2), cross(2, 1)]), [1, 2]);
  assert.deepEqual([runs, await sums()], [3, [2, 2]]);
});

test('a single statement that is the victim of a deadlock is retried once', async () => {
  let both: Promise<unknown> = Promise.resolve();
  await db.useSession(async (gate) => {
    await sql`select pg_advisory_lock(1), pg_advisory_lock(2)`.execute(gate);
    await db.write(async (trx) => {
      // Only this statement detects deadlocks, and only when there is one, so slow machines don't
      // matter.
      await sql`set local deadlock_timeout = '5min'`.execute(trx);
      await add(trx, 2);
      both = sql`select add_to_both()`.execute(db);
      both.catch(() => {});
      await waitUntilBlocked(db, 1);
      const first = add(trx, 1);
      await waitUntilBlocked(db, 2);
      await sql`select pg_advisory_unlock(1)`.execute(gate);
      await first;
    });
    await sql`select pg_advisory_unlock(2)`.execute(gate);
  });
  await both;
  assert.deepEqual(await sums(), [11, 11]);
});

for (const state of ['40P01', '40001'])
  test(`${state} causes one retry, and 503 when the retry fails too`, async () => {
    assert.deepEqual((await refuse(db, 1, state)).rows, [{ answer: 7 }]);
    await sql`alter sequence refusals restart`.execute(db);
    const { rows } = await db.write((trx) => refuse(trx, 1, state));
    assert.deepEqual(rows, [{ answer: 7 }]);
    for (const ask of [
      () => refuse(db, 5, state),
      () => db.write((trx) => refuse(trx, 5, state)),
      // better-auth does the same.
      () =>
        db
          .createQueryBuilder()
          .withSchema('auth')
          .transaction()
          .execute((trx) => refuse(trx, 5, state)),
    ]) {
      await sql`alter sequence refusals restart`.execute(db);
      const error = await ask().then(
        () => assert.fail('should fail'),
        (thrown: unknown) => thrown,
      );
      const tries = await sql<{ n: string }>`select last_value as n from refusals`.execute(db);
      assert.equal(Number(tries.rows[0]?.n), 2);
      const { code, retryAfterSeconds } = toProblem(error);
      assert.deepEqual([code, retryAfterSeconds], ['database_unavailable', 2]);
    }
  });

test('a transaction that must not run twice fails after its first attempt', async () => {
  const work = (trx: Trx) => refuse(trx, 1, '40001');
  await assert.rejects(db.write(work, { retry: false }), { code: '40001' });
  assert.deepEqual((await db.write(work, { retry: false })).rows, [{ answer: 7 }]);
});

test('a retried transaction wakes workers and counts once, after its commit', async (t) => {
  let wakes = 0;
  t.after(db.signals.listen(['letters'], () => wakes++));
  const readCount = () => db.figures.listSamples('letters')[0]?.value;
  const write = (state: string) =>
    db.write(async (trx) => {
      trx.onCommit.wake('letters');
      trx.onCommit.count('letters');
      await refuse(trx, 1, state);
      assert.deepEqual([wakes, readCount()], [0, undefined]);
    });
  await assert.rejects(write('23505'), { code: '23505' });
  assert.deepEqual([wakes, readCount()], [0, undefined]);
  await sql`alter sequence refusals restart`.execute(db);
  await write('40P01');
  assert.deepEqual([wakes, readCount()], [1, 1]);
});

test('other database errors are not retried', async () => {
  await assert.rejects(refuse(db, 1, '23505'), { code: '23505' });
  await assert.rejects(
    db.write(async (trx) => {
      await refuse(trx, 5, 'P0001');
    }),
    { code: 'P0001' },
  );
  const tries = await sql<{ n: string }>`select last_value as n from refusals`.execute(db);
  assert.equal(Number(tries.rows[0]?.n), 2);
});
