import { sql } from 'kysely';
import type { Database } from '../db/index.ts';
import type { Job } from './queue.ts';

/** Takes due jobs for `leaseMs`: nobody else sees them until then, and then they are due again by themselves. */
export async function claim(
  db: Database,
  kinds: string[],
  most: number,
  leaseMs: number,
): Promise<Job[]> {
  const { rows } = await sql<Job>`
    update jobs set attempts = attempts + 1, run_at = now() + ${leaseMs} * interval '1 millisecond'
    where id in (
      select j.id from unnest(${kinds}::text[]) as wanted (kind) cross join lateral (
        select id, run_at from jobs
        where dead_at is null and kind = wanted.kind and run_at <= now() and attempts < max_attempts
        order by run_at limit ${most} for update skip locked) j
      order by j.run_at limit ${most})
    returning id, kind, payload, attempts, max_attempts as "maxAttempts"`.execute(db);
  return rows;
}

/** `attempts` tells this claim from a later one by another worker, whose row it then is. */
export async function finish(db: Database, { id, attempts }: Job): Promise<void> {
  await sql`delete from jobs where id = ${id} and attempts = ${attempts}`.execute(db);
}

/**
 * Makes what is claimed due now, for a process that knows to be the only one: whoever had claimed it is gone. What waits
 * after a failure is tried again too.
 */
export async function releaseClaims(db: Database): Promise<void> {
  await sql`update jobs set run_at = now() where dead_at is null and run_at > now()`.execute(db);
}

/** There is more of it to do: due at once, with all its attempts. */
export async function proceed(db: Database, { id, attempts }: Job): Promise<void> {
  await sql`update jobs set attempts = 0, run_at = now() where id = ${id} and attempts = ${attempts}`.execute(
    db,
  );
}

export async function retryLater(
  db: Database,
  { id, attempts }: Job,
  delayMs: number,
  error: string,
): Promise<void> {
  await sql`update jobs set run_at = now() + ${delayMs} * interval '1 millisecond', last_error = ${error}
    where id = ${id} and attempts = ${attempts}`.execute(db);
}

export async function bury(db: Database, { id, attempts }: Job, error: string): Promise<void> {
  await sql`update jobs set dead_at = now(), last_error = ${error}
    where id = ${id} and attempts = ${attempts}`.execute(db);
}

/** Buries jobs whose last attempt took its worker down with it; drops dead letters after 30 days. */
export async function sweep(db: Database): Promise<void> {
  await sql`update jobs set dead_at = now(), last_error = coalesce(last_error, 'the worker died')
    where dead_at is null and run_at <= now() and attempts >= max_attempts`.execute(db);
  await sql`delete from jobs where dead_at < now() - interval '30 days'`.execute(db);
}
