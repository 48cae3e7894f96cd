import { sql } from 'kysely';
import { newId } from '../../kernel/id.ts';
import { causesWork, type Trx } from '../db/index.ts';

/** Work of one kind with what it needs to know. Kinds and payloads are named by the feature that runs them. */
export type Job<P = unknown> = {
  id: string;
  kind: string;
  payload: P;
  attempts: number;
  maxAttempts: number;
};

/** Jobs of a kind take turns by the account that they are for, so that one with much to do holds up no other. */
type Options = { accountId?: string; maxAttempts?: number; delayMs?: number };

/** Writes the job in the caller's transaction; returns its id. */
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
  if (delayMs === 0) causesWork(trx, kind);
  return id;
}
