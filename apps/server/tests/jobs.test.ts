import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Connection, connect } from '../src/platform/db/index.ts';
import {
  enqueue,
  type Handlers,
  Hopeless,
  startChores,
  startWorker,
  sweep,
} from '../src/platform/jobs/index.ts';
import { createLog } from '../src/platform/log/index.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { until } from './support/until.ts';

let database: TestDatabase;
let one: Connection;
let two: Connection;
const log = createLog('silent');
before(async () => {
  database = await createDatabase();
  one = connect(database.url, () => {});
  two = connect(database.url, () => {});
});
after(async () => {
  await one.close();
  await two.close();
  await database.drop();
});

type Row = {
  kind: string;
  attempts: number;
  last_error: string | null;
  dead: boolean;
  wait: number;
};
const rows = async (): Promise<Row[]> =>
  (
    await sql<Row>`select kind, attempts, last_error, dead_at is not null as dead, extract(epoch from run_at - now())::float as wait from jobs order by id`.execute(
      one.db,
    )
  ).rows;
const add = (kind: string, payload: object = {}, most?: number) =>
  one.db.transaction().execute((trx) => enqueue(trx, kind, payload, most));

test('a job is written with its transaction or not at all', async () => {
  await assert.rejects(
    one.db.transaction().execute(async (trx) => {
      await enqueue(trx, 'never', {});
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await rows(), []);
});

test('500 jobs run once each over two workers, and are gone', async () => {
  const seen: number[] = [];
  const handlers: Handlers = {
    count: async (job: { payload: { n: number } }) => {
      seen.push(job.payload.n);
    },
  };
  await one.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 500; n++) await enqueue(trx, 'count', { n });
  });
  const workers = [startWorker(one.db, handlers, log), startWorker(two.db, handlers, log)];
  await until('all ran', async () => (await rows()).length === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.deepEqual(
    seen.sort((a, b) => a - b),
    Array.from({ length: 500 }, (_, n) => n),
  );
});

test('a failure waits and is tried again; a hopeless one and the last attempt are dead letters', async () => {
  const handlers: Handlers = {
    flaky: async () => Promise.reject(new Error('try later')),
    hopeless: async () => Promise.reject(new Hopeless('never')),
    last: async () => Promise.reject(new Error('was the last')),
    slow: async () => {
      await sleep(2_000);
    },
  };
  await add('flaky');
  await add('hopeless');
  await add('last', {}, 1);
  await add('slow');
  const worker = startWorker(one.db, handlers, log, { timeoutMs: 100 });
  worker.nudge();
  await until('all failed', async () => (await rows()).every((row) => row.last_error !== null));
  await worker.stop();
  const [flaky, hopeless, last, slow] = await rows();
  assert.deepEqual([flaky?.attempts, flaky?.dead, flaky?.last_error], [1, false, 'try later']);
  assert.ok(flaky && flaky.wait > 3 && flaky.wait <= 6);
  assert.deepEqual([hopeless?.dead, hopeless?.last_error], [true, 'never']);
  assert.deepEqual([last?.dead, last?.last_error], [true, 'was the last']);
  assert.match(slow?.last_error ?? '', /not done within 100 ms/);
  await sql`delete from jobs`.execute(one.db);
});

test('a job whose worker died is due again after its lease, and does not kill workers for ever', async () => {
  await add('orphan', {}, 2);
  const claimed = (): Promise<unknown> =>
    sql`update jobs set attempts = attempts + 1, run_at = now() - interval '1 second'`.execute(
      one.db,
    );
  await claimed();
  let ran = 0;
  const handlers: Handlers = {
    orphan: async () => {
      ran++;
      await claimed();
      throw new Error(
        'the process dies here: nothing is recorded, since the claim is no longer ours',
      );
    },
  };
  const worker = startWorker(one.db, handlers, log);
  await until('second attempt', () => ran === 1);
  await worker.stop();
  await sweep(one.db);
  const [row] = await rows();
  assert.equal(row?.dead, true);
  assert.equal(ran, 1);
  await sql`update jobs set dead_at = now() - interval '31 days'`.execute(one.db);
  await sweep(one.db);
  assert.deepEqual(await rows(), []);
});

test('two workers do periodic work once at a time', async () => {
  let inside = 0;
  let most = 0;
  let rounds = 0;
  const chore = {
    name: 'test',
    run: async () => {
      inside++;
      most = Math.max(most, inside);
      await sleep(30);
      inside--;
      rounds++;
    },
  };
  const both = [startChores(one.db, [chore], 10, log), startChores(two.db, [chore], 10, log)];
  await until('some rounds', () => rounds > 5);
  await Promise.all(both.map((chores) => chores.stop()));
  assert.equal(most, 1);
});

test('a worker outlives a database that is away for a moment', async () => {
  let ran = 0;
  const handlers: Handlers = {
    after: async () => {
      ran++;
    },
  };
  const worker = startWorker(one.db, handlers, log, { pollMs: 50 });
  for (let n = 0; n < 5; n++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      two.db,
    );
    await sleep(30);
  }
  await two.db.transaction().execute((trx) => enqueue(trx, 'after', {}));
  await until('ran', () => ran === 1);
  await worker.stop();
});
