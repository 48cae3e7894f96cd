import { sql } from 'kysely';
import { type Database, deleteBatch, MAX_STEP_ROWS, repeatInSteps, type Trx } from '../db/index.ts';
import type { Job } from './queue.ts';
import { deadRetentionMs, leaseMs as usualLeaseMs } from './rules.ts';

export type ClaimedJob = Job & {
  accountId: string | null;
  /** Trace that caused the job. */
  traceparent: string | null;
};

type ClaimOptions = {
  leaseMs?: number;
  last?: string | null;
  /** Also claims jobs with an expired lease. */
  takesOver?: boolean;
  /** Runs at most one job of an account and kind at a time, in all processes. */
  isSerial?: boolean;
  /** Kinds that count as one where `isSerial`, by kind. */
  shares?: Readonly<Record<string, string>>;
};

/** Claims one job of a line only while no other one of it runs. */
async function claimSerially(
  db: Database,
  kinds: string[],
  limit: number,
  options: ClaimOptions,
): Promise<ClaimedJob[]> {
  return db.write(async (trx) => {
    // The claim is a separate statement, so it sees jobs that ended before the lock was free.
    await sql`select pg_advisory_xact_lock(hashtext('serial jobs'))`.execute(trx);
    return claimDueJobs(trx, kinds, limit, options);
  });
}

/**
 * Claims due jobs for `leaseMs`. Accounts take turns, starting after `last`: the oldest job of
 * each, then a second of each.
 */
export function claimJobs(
  db: Database,
  kinds: string[],
  limit: number,
  options: ClaimOptions = {},
): Promise<ClaimedJob[]> {
  const claim = options.isSerial ? claimSerially : claimDueJobs;
  return claim(db, kinds, limit, options);
}

async function claimDueJobs(
  db: Database | Trx,
  kinds: string[],
  limit: number,
  {
    leaseMs = usualLeaseMs,
    last = null,
    takesOver = true,
    isSerial = false,
    shares = {},
  }: ClaimOptions,
): Promise<ClaimedJob[]> {
  const start = sql`wanted.kind || '/' || ${last ?? ''}`;
  // '0' is the character after the slash.
  const end = sql`wanted.kind || '0'`;
  const due = sql`dead_at is null and line = ring.line and run_at <= now() and attempts < max_attempts and (${takesOver} or not claimed)`;
  const account = (line: string) => sql`substr(${sql.ref(line)}, length(wanted.kind) + 1)`;
  const wanted = sql`unnest(${kinds}::text[], ${kinds.map((kind) => shares[kind] ?? kind)}::text[])`;
  const isFree = isSerial
    ? sql`not exists (select from jobs where dead_at is null and run_at > now() and claimed
        and line = any(array(select s.kind || ${account('ring.line')} from ${wanted} as s (kind, share) where s.share = wanted.share)))`
    : sql`true`;
  const perLine = isSerial ? 1 : limit;
  // Several kinds of one share may have a due job.
  const shared = isSerial
    ? sql`row_number() over (partition by wanted.share, ${account('of_kind.line')} order by of_kind.run_at)`
    : sql`1`;
  const { rows } = await sql<ClaimedJob & { turn: number; place: number }>`
    update jobs set attempts = attempts + 1, run_at = now() + ${leaseMs} * interval '1 millisecond', claimed = true
    from (
      select * from (select of_kind.*, ${shared} as nth from ${wanted} as wanted (kind, share) cross join lateral (
        with recursive ring (line, lap) as (
          select (${start}) collate "C", -1
          union all
          select next.line, next.lap from ring cross join lateral (
            (select line, greatest(ring.lap, 0) as lap from jobs
              where dead_at is null and line > ring.line and line < ${end} and (ring.lap < 1 or line <= ${start})
              order by line limit 1)
            union all
            (select line, 1 from jobs
              where dead_at is null and line >= wanted.kind || '/' and line <= ${start} and ring.lap < 1
              order by line limit 1)
            order by lap limit 1) next),
        served as (
          select line, row_number() over () as place from ring
          where lap >= 0 and ${isFree} and (select true from jobs where ${due} order by run_at limit 1) limit ${limit})
        select one.id, one.run_at, ring.line, place, row_number() over (partition by ring.line order by one.run_at) as turn
        from served ring cross join lateral (
          select id, run_at from jobs where ${due} order by run_at limit ${perLine} for update skip locked) one
      ) of_kind
      where (select true from jobs where dead_at is null and kind = wanted.kind and run_at <= now() order by run_at limit 1)) each
      where nth = 1 order by turn, place, run_at limit ${limit}) taken
    where jobs.id = taken.id
    returning jobs.id, kind, payload, attempts, max_attempts as "maxAttempts", account_id as "accountId", traceparent, turn::int, place::int`.execute(
    db,
  );
  return rows.sort((a, b) => a.turn - b.turn || a.place - b.place);
}

/**
 * Extends leases. Returns the jobs still owned. Locks them by id, as corrections do with queued
 * emails. It waits for locked ones: a job that is left out counts as lost.
 */
export async function renewClaims(
  db: Database,
  jobs: readonly Pick<Job, 'id' | 'attempts'>[],
  leaseMs: number,
): Promise<string[]> {
  const ids = jobs.map(({ id }) => id);
  const attempts = jobs.map((job) => job.attempts);
  const { rows } = await sql<{ id: string }>`
    with owned as materialized (
      select jobs.id from unnest(${ids}::uuid[], ${attempts}::int[]) as ours (id, attempts)
        join jobs on jobs.id = ours.id and jobs.attempts = ours.attempts
      where claimed and dead_at is null order by jobs.id for update of jobs)
    update jobs set run_at = now() + ${leaseMs} * interval '1 millisecond'
    from owned where jobs.id = owned.id returning jobs.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** `attempts` distinguishes this claim from a later one. */
export async function finishJob(db: Database | Trx, { id, attempts }: Job): Promise<void> {
  await sql`delete from jobs where id = ${id} and attempts = ${attempts}`.execute(db);
}

/**
 * Makes all claims due now. Only for a process that knows it is alone. Failed jobs are retried too,
 * paused ones are not.
 */
export async function releaseClaims(db: Database): Promise<void> {
  await sql`update jobs set run_at = now(), claimed = false where dead_at is null and run_at > now() and run_at < 'infinity'`.execute(
    db,
  );
}

/** More work remains: due now, with all attempts. */
export async function continueJob(db: Database, { id, attempts }: Job): Promise<void> {
  await sql`update jobs set attempts = 0, run_at = now(), claimed = false where id = ${id} and attempts = ${attempts}`.execute(
    db,
  );
}

export async function rescheduleJob(
  db: Database,
  { id, attempts }: Job,
  delayMs: number,
  error: string,
): Promise<void> {
  await sql`update jobs set run_at = now() + ${delayMs} * interval '1 millisecond', claimed = false, last_error = ${error}
    where id = ${id} and attempts = ${attempts}`.execute(db);
}

export async function markJobDead(
  db: Database,
  { id, attempts }: Job,
  error: string,
): Promise<void> {
  await sql`update jobs set dead_at = now(), claimed = false, last_error = ${error}
    where id = ${id} and attempts = ${attempts}`.execute(db);
}

/** Marks jobs as dead whose last attempt crashed or stalled, and deletes old dead jobs. */
export async function sweepJobs(trx: Trx): Promise<'again' | undefined> {
  await sql`update jobs set dead_at = now(), last_error = coalesce(last_error, 'the worker died')
    where dead_at is null and attempts >= max_attempts and run_at <= now()
      and (not claimed or run_at <= now() - ${usualLeaseMs} * interval '1 millisecond')`.execute(
    trx,
  );
  const where = sql`dead_at < now() - ${deadRetentionMs} * interval '1 millisecond'`;
  return deleteBatch(trx, { table: 'jobs', by: 'dead_at', where });
}

/** Deletes jobs of a kind that no longer exists. */
export async function deleteJobsOfKind(trx: Trx, kind: string): Promise<void> {
  await sql`delete from jobs where kind = ${kind}`.execute(trx);
}

/** Takes the lock of a chore until the transaction ends. False if another process has it. */
export async function lockChore(trx: Trx, chore: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`chore ${chore}`})) as mine`.execute(trx);
  return rows[0]?.mine ?? false;
}

/** Postpones jobs until released: a restored service might repeat them. */
export async function pauseJobs(db: Database): Promise<number> {
  // The backup of an earlier release lacks the column until it is migrated.
  const { rows } = await sql`
    select from pg_attribute where attrelid = 'jobs'::regclass and attname = 'claimed'`.execute(db);
  const release = rows.length > 0 ? sql`, claimed = false` : sql``;
  const { numAffectedRows } = await sql`
    update jobs set run_at = 'infinity'${release} where dead_at is null`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function countPausedJobs(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from jobs where dead_at is null and run_at = 'infinity'`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function listPausedAccounts(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string | null }>`
    select distinct account_id as id from jobs
    where dead_at is null and run_at = 'infinity' and account_id is not null`.execute(trx);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Makes paused jobs due now, with all attempts. */
export async function resumeJobs(trx: Trx): Promise<{ count: number; kinds: Set<string> }> {
  const kinds = new Set<string>();
  const count = await repeatInSteps(async () => {
    const { rows } = await sql<{ kind: string }>`
      update jobs set run_at = now(), attempts = 0 where id = any(array(
        select id from jobs where dead_at is null and run_at = 'infinity' limit ${MAX_STEP_ROWS} for update))
      returning kind`.execute(trx);
    for (const { kind } of rows) kinds.add(kind);
    return rows.length;
  });
  return { count, kinds };
}

export type DeadJob = {
  jobId: string;
  kind: string;
  accountId: string | null;
  attempts: number;
  lastError: string | null;
  createdAt: Date;
  deadAt: Date | null;
};

/** Jobs that failed for good, newest first. */
export async function readDeadJobs(db: Database, limit: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id as "jobId", kind, account_id as "accountId", attempts, last_error as "lastError",
      created_at as "createdAt", dead_at as "deadAt"
    from jobs where dead_at is not null order by dead_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Age of the oldest due job, and the number of dead jobs. */
export async function readQueueState(
  db: Database,
): Promise<{ oldestDueSeconds: number; dead: number }> {
  const { rows } = await sql<{ oldestDueSeconds: number; dead: number }>`
    select coalesce(extract(epoch from now() - min(run_at) filter (where dead_at is null and run_at <= now())), 0)::float
        as "oldestDueSeconds",
      count(*) filter (where dead_at is not null)::int as dead
    from jobs`.execute(db);
  return rows[0] ?? { oldestDueSeconds: 0, dead: 0 };
}

export type JobKindStats = {
  kind: string;
  due: number;
  waiting: number;
  held: number;
  dead: number;
  oldestDueSeconds: number;
  oldestSeconds: number;
};

/** Pending jobs by kind. Finished jobs have no row. */
export async function countJobsByKind(db: Database | Trx): Promise<JobKindStats[]> {
  const isLive = sql`dead_at is null and run_at < 'infinity'`;
  const isDue = sql`${isLive} and run_at <= now()`;
  const { rows } = await sql<JobKindStats>`
    select kind, count(*) filter (where ${isDue})::int as due,
      count(*) filter (where ${isLive} and run_at > now())::int as waiting,
      count(*) filter (where dead_at is null and run_at = 'infinity')::int as held,
      count(*) filter (where dead_at is not null)::int as dead,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${isDue})), 0)::float as "oldestDueSeconds",
      coalesce(extract(epoch from now() - min(created_at) filter (where ${isLive})), 0)::float as "oldestSeconds"
    from jobs group by kind`.execute(db);
  return rows;
}

type JobOwner = { kind: string; accountId: string | null };

export async function retryDeadJob(trx: Trx, id: string): Promise<JobOwner | undefined> {
  const { rows } = await sql<JobOwner>`
    update jobs set dead_at = null, attempts = 0, run_at = now() where id = ${id} and dead_at is not null
    returning kind, account_id as "accountId"`.execute(trx);
  return rows[0];
}

export async function deleteDeadJob(trx: Trx, id: string): Promise<JobOwner | undefined> {
  const { rows } = await sql<JobOwner>`
    delete from jobs where id = ${id} and dead_at is not null
    returning kind, account_id as "accountId"`.execute(trx);
  return rows[0];
}
