import { sql } from 'kysely';
import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../log/index.ts';

export type Chore = { name: string; run: (trx: Trx) => Promise<void> };

/** Runs the chores every `everyMs`, in one process at a time: a lock in the database decides which. */
export function startChores(
  db: Database,
  chores: Chore[],
  everyMs: number,
  log: Logger,
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  const round = async (): Promise<void> => {
    for (const { name, run } of chores) {
      await db
        .transaction()
        .execute(async (trx) => {
          const { rows } = await sql<{
            mine: boolean;
          }>`select pg_try_advisory_xact_lock(hashtext(${`chore ${name}`})) as mine`.execute(trx);
          if (rows[0]?.mine) await run(trx);
        })
        .catch((error: unknown) => log.warn({ err: error, chore: name }, 'chore failed'));
    }
  };
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
