import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './database.ts';
import { customPlan } from './statement-pool.ts';

type PendingRow<T> = { resolve: (row: T | undefined) => void; reject: (error: unknown) => void };

/**
 * Batches concurrent reads by id: while `maxRunning` queries run, further ids wait and share the next
 * query. Adds no latency on an idle server.
 */
export function createBatchLoader<T extends { id: string }>(
  load: (ids: string[]) => Promise<T[]>,
  maxRunning = 2,
): (id: string) => Promise<T | undefined> {
  let waiting = new Map<string, PendingRow<T>[]>();
  let running = 0;

  const send = async (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    running++;
    await loadBatch(batch, load);
    running--;
    if (waiting.size > 0) void send();
  };

  return (id) =>
    new Promise((resolve, reject) => {
      const askers = waiting.get(id);
      if (askers) askers.push({ resolve, reject });
      else waiting.set(id, [{ resolve, reject }]);
      if (waiting.size === 1 && !askers && running < maxRunning)
        setImmediate(() => waiting.size > 0 && void send());
    });
}

async function loadBatch<T extends { id: string }>(
  batch: Map<string, PendingRow<T>[]>,
  load: (ids: string[]) => Promise<T[]>,
): Promise<void> {
  try {
    const rows = new Map((await load([...batch.keys()])).map((row) => [row.id, row]));
    for (const [id, askers] of batch) for (const { resolve } of askers) resolve(rows.get(id));
  } catch (error) {
    for (const { reject } of [...batch.values()].flat()) reject(error);
  }
}

/** Small enough not to block others. */
const DEFAULT_BATCH = 5_000;

/** Rows to delete. `by` is the index column that finds them. */
type DeletableRows = { table: string; by: string; where: RawBuilder<unknown>; limit?: number };

/**
 * Deletes at most 5,000 rows of each, or `limit`, oldest first. Returns 'again' if more may remain.
 */
export async function deleteBatch(trx: Trx, ...all: DeletableRows[]): Promise<'again' | undefined> {
  let answer: 'again' | undefined;
  for (const { table, by, where, limit = DEFAULT_BATCH } of all) {
    const from = sql.table(table);
    // The condition is repeated because a row may change meanwhile. In a partitioned table, ctid is
    // unique per partition only, so other unwanted rows may be deleted too.
    const { numAffectedRows } = await sql`${customPlan}
      delete from ${from} where ${where} and ctid = any(array(
        select ctid from ${from} where ${where} order by ${sql.ref(by)} limit ${limit} for update skip locked))`.execute(
      trx,
    );
    if (Number(numAffectedRows) >= limit) answer = 'again';
  }
  return answer;
}

/** Rows per statement, so that none reaches `statement_timeout`. */
export const MAX_STEP_ROWS = 10_000;

/** Repeats a limited statement until it changes no more rows. Returns the total. */
export async function repeatInSteps(step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const changed = await step();
    all += changed;
    if (changed === 0) return all;
  }
}
