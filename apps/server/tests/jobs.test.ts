import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { newId } from '../src/kernel/id.ts';
import { connect, type DatabaseConnection, type Trx } from '../src/platform/db/index.ts';
import {
  type BackgroundWork,
  enqueue,
  type JobHandlers,
  PermanentFailure,
  startChores,
  startWork,
  startWorker,
  sweepJobs,
} from '../src/platform/jobs/index.ts';
import { jobsTotal } from '../src/platform/jobs/queue.ts';
import { claimJobs, finishJob, pauseJobs, renewClaims } from '../src/platform/jobs/store.ts';
import { createLog } from '../src/platform/log/index.ts';
import { queueMails } from '../src/platform/mail/index.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { waitUntilBlocked } from './support/database-for-file.ts';
import { openTransaction } from './support/open-transaction.ts';
import { waitForCondition } from './support/wait-for-condition.ts';

let database: TestDatabase;
let one: DatabaseConnection;
let two: DatabaseConnection;
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
const add = (kind: string, payload: object = {}, maxAttempts?: number) =>
  one.db.write((trx) => enqueue(trx, kind, payload, maxAttempts ? { maxAttempts } : {}));

test('a job is written with its transaction or not at all', async () => {
  await assert.rejects(
    one.db.write(async (trx) => {
      await enqueue(trx, 'never', {});
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await rows(), []);
});

test('500 jobs each run once across two workers and are then deleted', async () => {
  const handled: number[] = [];
  const handlers: JobHandlers = {
    count: async (job: { payload: { n: number } }) => {
      handled.push(job.payload.n);
    },
  };
  await one.db.write(async (trx) => {
    for (let n = 0; n < 500; n++) await enqueue(trx, 'count', { n });
  });
  const workers = [startWorker(one.db, handlers, log), startWorker(two.db, handlers, log)];
  await waitForCondition('all ran', async () => (await rows()).length === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.deepEqual(
    handled.sort((a, b) => a - b),
    Array.from({ length: 500 }, (_, n) => n),
  );
});

test('accounts take turns: one with many jobs does not delay others', async () => {
  const order: string[] = [];
  const handlers: JobHandlers = {
    turn: async (job: { payload: { name: string } }) => {
      order.push(job.payload.name);
    },
  };
  const [large, small] = [newId(), newId()];
  const enqueueMany = (name: string, n: number, accountId?: string): Promise<void> =>
    one.db.write(async (trx) => {
      for (let left = n; left > 0; left--)
        await enqueue(trx, 'turn', { name }, accountId ? { accountId } : {});
    });
  await enqueueMany('large', 200, large);
  await enqueueMany('small', 5, small);
  await enqueueMany('none', 5);
  const worker = startWorker(one.db, handlers, log, { slots: 1 });
  await waitForCondition('all ran', () => order.length === 210);
  await worker.stop();
  assert.ok(order.lastIndexOf('small') < 20, `small ran at ${order.lastIndexOf('small')}`);
  assert.ok(order.lastIndexOf('none') < 20, `none ran at ${order.lastIndexOf('none')}`);
  assert.deepEqual(new Set(order.slice(0, 3)), new Set(['large', 'small', 'none']));
});

test('several slots are shared between accounts, and jobs that are not due or exhausted block nobody', async () => {
  const accounts = Array.from({ length: 6 }, () => newId());
  await one.db.write(async (trx) => {
    for (const accountId of accounts)
      for (let n = 0; n < 10; n++) await enqueue(trx, 'many', {}, { accountId });
  });
  await sql`update jobs set run_at = now() + interval '1 hour' where account_id = ${accounts[1]}`.execute(
    one.db,
  );
  await sql`update jobs set attempts = max_attempts where account_id = ${accounts[2]}`.execute(
    one.db,
  );
  const claimed = await claimJobs(one.db, ['other', 'many'], 8, {
    last: accounts[3] ?? null,
  });
  // Starts with the account after the last one, then a second job of each.
  const due = [accounts[4], accounts[5], accounts[0], accounts[3]];
  assert.deepEqual(
    claimed.map(({ accountId }) => accountId),
    [...due, ...due],
  );
  const both = await Promise.all([
    claimJobs(one.db, ['many'], 20),
    claimJobs(two.db, ['many'], 20),
  ]);
  const ids = [...claimed, ...both.flat()].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(await claimJobs(one.db, ['none'], 8), []);
  await sql`delete from jobs`.execute(one.db);
});

test('an account runs one job of all kinds that share a slot', async () => {
  const accounts = [newId(), newId()];
  await one.db.write(async (trx) => {
    for (const accountId of accounts)
      for (const kind of ['first', 'second', 'alone'])
        for (let n = 0; n < 2; n++) await enqueue(trx, kind, {}, { accountId });
  });
  const options = { isSerial: true, shares: { first: 'pair', second: 'pair' } };
  const claim = (db = one.db) => claimJobs(db, ['first', 'second', 'alone'], 12, options);
  const count = (jobs: Awaited<ReturnType<typeof claim>>) =>
    accounts.map((id) => {
      const own = jobs.filter(({ accountId }) => accountId === id).map(({ kind }) => kind);
      return [own.length, own.filter((kind) => kind === 'alone').length];
    });
  const claimed = [...(await claim()), ...(await claim(two.db))];
  assert.deepEqual(count(claimed), [
    [2, 1],
    [2, 1],
  ]);
  const pair = claimed.find(({ kind }) => kind !== 'alone');
  assert.ok(pair);
  await finishJob(one.db, pair);
  const next = await claim();
  assert.deepEqual(
    next.map(({ accountId, kind }) => [accountId, kind !== 'alone']),
    [[pair.accountId, true]],
  );
  await sql`delete from jobs`.execute(one.db);
});

test('a failed job is retried later; a permanent failure and the last attempt make it a dead letter', async () => {
  const handlers: JobHandlers = {
    flaky: async () => Promise.reject(new Error('try later')),
    hopeless: async () => Promise.reject(new PermanentFailure('never')),
    last: async () => Promise.reject(new Error('was the last')),
    slow: async () => {
      await sleep(300);
    },
  };
  const startedAt = await sql<{ at: Date }>`select now() as at`.execute(one.db);
  await add('flaky');
  await add('hopeless');
  await add('last', {}, 1);
  await add('slow');
  const worker = startWorker(one.db, handlers, log, { timeoutMs: 100 });
  await waitForCondition('all failed', async () =>
    (await rows()).every((row) => row.last_error !== null),
  );
  await worker.stop();
  const [flaky, hopeless, last, slow] = await rows();
  assert.deepEqual([flaky?.attempts, flaky?.dead, flaky?.last_error], [1, false, 'try later']);
  const { rows: waits } = await sql<{ s: number }>`
    select extract(epoch from run_at - ${startedAt.rows[0]?.at})::float as s from jobs where kind = 'flaky'`.execute(
    one.db,
  );
  assert.ok(flaky && flaky.wait <= 6 && waits[0] && waits[0].s >= 4, `${waits[0]?.s} s`);
  assert.deepEqual([hopeless?.dead, hopeless?.last_error], [true, 'never']);
  assert.deepEqual([last?.dead, last?.last_error], [true, 'was the last']);
  assert.match(slow?.last_error ?? '', /not finished within \d+ ms/);
  await sql`delete from jobs`.execute(one.db);
});

test('a worker runs jobs of its own process at once, however long its poll interval', async () => {
  let ran = 0;
  const handlers: JobHandlers = {
    soon: async () => {
      ran++;
    },
  };
  const worker = startWorker(one.db, handlers, log, { pollMs: 3_600_000 });
  for (const n of [1, 2, 3]) {
    await add('soon');
    await waitForCondition('the job is done', () => ran === n);
  }
  await worker.stop();
  await waitForCondition('nothing is left', async () => (await rows()).length === 0);
});

test('a slot that becomes free during a claim is used while other jobs run long', async () => {
  await sql`create function wait_in_claim() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(7);
      return new;
    end $$`.execute(one.db);
  await sql`create trigger wait_in_claim before update on jobs
    for each row when (new.kind = 'long') execute function wait_in_claim()`.execute(one.db);
  const { promise: isShortOver, resolve: endShort } = Promise.withResolvers<void>();
  const { promise: isLongOver, resolve: endLong } = Promise.withResolvers<void>();
  const started: string[] = [];
  const run = (kind: string, over?: Promise<void>) => async () => {
    started.push(kind);
    await over;
  };
  const handlers: JobHandlers = {
    short: run('short', isShortOver),
    long: run('long', isLongOver),
    next: run('next'),
  };
  const countDone = (kind: string) =>
    one.db.figures.listSamples(jobsTotal).find(({ labels }) => labels.kind === kind)?.value;
  const claim = await openTransaction(two.db);
  await sql`select pg_advisory_xact_lock(7)`.execute(claim.trx);
  await add('short');
  const worker = startWorker(one.db, handlers, log, { slots: 2 });
  await waitForCondition('the first job runs', () => started.length === 1);
  await add('long');
  await waitUntilBlocked(two.db);
  endShort();
  await waitForCondition('the first job has ended', () => countDone('short') === 1);
  await claim.commit();
  await waitForCondition('the second job runs', () => started.length === 2);
  await add('next');
  await waitForCondition('the third job runs', () => started.length === 3);
  assert.deepEqual(started, ['short', 'long', 'next']);
  endLong();
  await worker.stop();
  await sql`drop function wait_in_claim cascade`.execute(one.db);
});

test('a worker is woken once a job of its kind is committed, and not by other kinds', async () => {
  const woken: string[] = [];
  const kinds = ['now', 'later', 'mail', 'own-mail'];
  const stops = kinds.map((kind) => one.db.signals.listen([kind], () => woken.push(kind)));
  const email = { subject: 'x', before: [], after: [] };
  await one.db.write(async (trx) => {
    await enqueue(trx, 'now', {});
    await enqueue(trx, 'later', {}, { delayMs: 60_000 });
    const kind = { name: 'test', queue: 'awaited' } as const;
    await queueMails(trx, [{ to: 'ada@example.org', email, kind }], new Date());
    assert.deepEqual(woken, []);
  });
  assert.deepEqual(woken, ['now', 'own-mail']);
  await two.db.write((trx) => enqueue(trx, 'now', {}));
  const failed = one.db.write(async (trx) => {
    await enqueue(trx, 'now', {});
    throw new Error('rolled back');
  });
  await assert.rejects(failed);
  for (const stop of stops) stop();
  await one.db.write((trx) => enqueue(trx, 'now', {}));
  assert.deepEqual(woken, ['now', 'own-mail']);
  await sql`delete from jobs`.execute(one.db);
});

test('a job of a dead worker is due again after its lease, until its attempts run out', async () => {
  await add('orphan', {}, 2);
  const claimed = (): Promise<unknown> =>
    sql`update jobs set attempts = attempts + 1, run_at = now() - interval '1 minute'`.execute(
      one.db,
    );
  await claimed();
  let ran = 0;
  const handlers: JobHandlers = {
    orphan: async () => {
      ran++;
      await claimed();
      throw new Error(
        'the process dies here: nothing is recorded, since the claim is no longer ours',
      );
    },
  };
  const worker = startWorker(one.db, handlers, log);
  await waitForCondition('second attempt', () => ran === 1);
  await worker.stop();
  await one.db.write(sweepJobs);
  const [row] = await rows();
  assert.equal(row?.dead, true);
  assert.equal(ran, 1);
  await sql`update jobs set dead_at = now() - interval '31 days'`.execute(one.db);
  await one.db.write(sweepJobs);
  assert.deepEqual(await rows(), []);
});

test('a job that runs longer than its lease stays with its worker', async () => {
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
  const runs: string[] = [];
  const createHandlers = (name: string): JobHandlers => ({
    long: async () => {
      runs.push(name);
      await isDone;
    },
  });
  await add('long');
  const first = startWorker(one.db, createHandlers('one'), log, { leaseMs: 9_000 });
  await waitForCondition('the job runs', () => runs.length === 1);
  const readLeaseEnd = async (): Promise<number> => {
    const { rows } = await sql<{ at: number }>`
      select extract(epoch from run_at)::float as at from jobs where kind = 'long'`.execute(one.db);
    return rows[0]?.at ?? 0;
  };
  const end = await readLeaseEnd();
  await waitForCondition('renewed', async () => (await readLeaseEnd()) > end);
  assert.deepEqual(await claimJobs(two.db, ['long'], 1), []);
  finish();
  await first.stop();
  assert.deepEqual([runs, await rows()], [['one'], []]);
});

test('a worker that lost its job to another is notified and writes nothing more for it', async () => {
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>();
  let startedAt = false;
  const handlers: JobHandlers = {
    stolen: async (_, { lost }) => {
      startedAt = true;
      await waitForCondition('lost', () => lost() !== undefined);
      lose();
    },
  };
  await add('stolen');
  const worker = startWorker(one.db, handlers, log, { leaseMs: 3_000 });
  await waitForCondition('the job runs', () => startedAt);
  await sql`update jobs set attempts = attempts + 1, run_at = now() + interval '1 hour'`.execute(
    two.db,
  );
  await isLost;
  await worker.stop();
  assert.deepEqual(
    (await rows()).map(({ attempts, last_error }) => [attempts, last_error]),
    [[2, null]],
  );
  await sql`delete from jobs`.execute(one.db);
});

test('a worker takes over an expired lease only after observing the database for a full lease', async () => {
  await add('left');
  await claimJobs(two.db, ['left'], 1, { leaseMs: 0 });
  assert.deepEqual(await claimJobs(one.db, ['left'], 1, { takesOver: false }), []);
  let ran = 0;
  const handlers: JobHandlers = {
    left: async () => {
      ran++;
    },
  };
  const startedAt = performance.now();
  const worker = startWorker(one.db, handlers, log, { leaseMs: 1_000, pollMs: 50 });
  await waitForCondition('taken over', () => ran === 1);
  assert.ok(performance.now() - startedAt >= 1_000);
  await worker.stop();
});

test('jobs that wait for other servers take no slot of others, and run one at a time per account', async () => {
  const accounts = [1, 2, 3].map(() => newId());
  const { promise: isOver, resolve: answer } = Promise.withResolvers<void>();
  const running = new Map<string, number>();
  let [peak, ran, isImported] = [0, 0, false];
  const count = (accountId: string, by: number) => {
    const n = (running.get(accountId) ?? 0) + by;
    running.set(accountId, n);
    peak = Math.max(peak, n);
  };
  const register = (work: BackgroundWork): void => {
    work.remoteJobs({
      'never answers': async ({ payload: { accountId } }: { payload: { accountId: string } }) => {
        count(accountId, 1);
        await isOver;
        count(accountId, -1);
        ran += 1;
      },
    });
    work.jobs({
      import: async () => {
        isImported = true;
      },
    });
  };
  await one.db.write(async (trx) => {
    for (const accountId of accounts)
      for (let n = 0; n < 5; n++) await enqueue(trx, 'never answers', { accountId }, { accountId });
  });
  const workers = [one, two].map(({ db }) => startWork(db, log, undefined, register));
  await waitForCondition('each account waits', () => running.size === accounts.length);
  await one.db.write((trx) => enqueue(trx, 'import', {}, { accountId: newId() }));
  await waitForCondition('the import of another account ran', () => isImported);
  assert.deepEqual([peak, ran], [1, 0]);
  answer();
  await waitForCondition('all ran', async () => (await rows()).length === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.deepEqual([peak, ran], [1, 15]);
});

test('a running job that a restore pauses doesn’t stop the other jobs of its account', async () => {
  const accountId = newId();
  const claim = () => claimJobs(one.db, ['remote'], 1, { isSerial: true });
  const addRemote = () => one.db.write((trx) => enqueue(trx, 'remote', {}, { accountId }));
  await addRemote();
  assert.equal((await claim()).length, 1);
  assert.equal(await pauseJobs(one.db), 1);
  await addRemote();
  assert.equal((await claim()).length, 1);
  await sql`delete from jobs`.execute(one.db);
});

test('two workers run a chore one at a time', async () => {
  let inside = 0;
  let peak = 0;
  let rounds = 0;
  const chore = {
    name: 'test',
    run: async () => {
      inside++;
      peak = Math.max(peak, inside);
      await sleep(30);
      inside--;
      rounds++;
    },
  };
  const both = [startChores(one.db, [chore], 10, log), startChores(two.db, [chore], 10, log)];
  await waitForCondition('some rounds', () => rounds > 5);
  await Promise.all(both.map((chores) => chores.stop()));
  assert.equal(peak, 1);
});

test('chores with remaining work continue in turns until they are done', async () => {
  const turns: string[] = [];
  let hasEnded = false;
  const takes = (name: string, count: number) => ({
    name,
    run: async () => {
      turns.push(name);
      const isDone = turns.filter((turn) => turn === name).length >= count;
      hasEnded ||= name === 'long' && isDone;
      return isDone ? undefined : 'again';
    },
  });
  const chores = startChores(
    one.db,
    [takes('long', 4), takes('short', 2), takes('once', 1)],
    1_000,
    log,
  );
  await waitForCondition('the long one is done', () => hasEnded);
  await chores.stop();
  assert.deepEqual(turns.slice(0, 7), ['long', 'short', 'once', 'long', 'short', 'long', 'long']);
});

test('a worker survives a short database outage', async () => {
  let ran = 0;
  const handlers: JobHandlers = {
    after: async () => {
      ran++;
    },
  };
  const worker = startWorker(one.db, handlers, log, { pollMs: 50 });
  // On one connection.
  await two.db.useSession(async (stays) => {
    for (let n = 0; n < 5; n++) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
        stays,
      );
      await sleep(30);
    }
  });
  // The pool reuses the connection that it got back last.
  await two.db.write((trx) => enqueue(trx, 'after', {}));
  await waitForCondition('ran', () => ran === 1);
  await worker.stop();
});

test('leases are extended in the order of ids, in which corrections lock jobs', async () => {
  const [first, second] = [newId(), newId()];
  const newestFirst = [second, first].map((id) => ({ id, attempts: 1 }));
  // In the order of the table, the newest is the first one too.
  for (const { id } of newestFirst)
    await sql`insert into jobs (id, kind, payload, max_attempts, attempts, claimed)
      values (${id}, 'owned', '{}', 2, 1, true)`.execute(one.db);
  const lock = (trx: Trx, id: string) =>
    sql`select from jobs where id = ${id} for update nowait`.execute(trx);
  const { renewal } = await one.db.write(
    async (trx) => {
      await lock(trx, first);
      const started = renewClaims(two.db, newestFirst, 30_000);
      await waitUntilBlocked(two.db);
      await lock(trx, second);
      return { renewal: started };
    },
    { retry: false },
  );
  assert.deepEqual((await renewal).toSorted(), [first, second]);
  const others = newestFirst.map((job) => ({ ...job, attempts: 2 }));
  assert.deepEqual(await renewClaims(one.db, others, 30_000), []);
  await sql`delete from jobs`.execute(one.db);
});
