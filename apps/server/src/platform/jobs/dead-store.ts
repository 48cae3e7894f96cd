import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';

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
