import { sql } from 'kysely';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../db/index.ts';

/** A job. Kinds and payloads belong to the feature that runs them. */
export type Job<P = unknown> = {
  id: string;
  kind: string;
  payload: P;
  attempts: number;
  maxAttempts: number;
};

/** Accounts take turns within a kind, so that a busy one doesn't delay others. */
type Options = { accountId?: string; maxAttempts?: number; delayMs?: number };

/** Inserts a job in the caller's transaction and returns its id. */
export async function enqueue(
  trx: Trx,
  kind: string,
  payload: object,
  { accountId, maxAttempts = 12, delayMs = 0 }: Options = {},
): Promise<string> {
  const id = newId();
  await sql`insert into jobs (id, kind, payload, account_id, max_attempts, run_at)
    values (${id}, ${kind}, ${JSON.stringify(payload)}, ${accountId ?? null}, ${maxAttempts}, now() + ${delayMs} * interval '1 millisecond')`.execute(
    trx,
  );
  if (delayMs === 0) trx.onCommit.wake(kind);
  return id;
}

/** Metric names. */
export const jobsTotal = 'insignia_jobs_total';

export const jobSecondsTotal = 'insignia_job_seconds_total';

export const choresTotal = 'insignia_chores_total';

export const choreSecondsTotal = 'insignia_chore_seconds_total';

export const choreLastSeconds = 'insignia_chore_last_seconds';

export const choreLastSuccess = 'insignia_chore_last_success_timestamp_seconds';
