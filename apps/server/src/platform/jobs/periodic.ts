import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { takeTurnOf } from './store.ts';

/** One turn of it, short enough for one transaction; the answer 'again' says that there is more to do. */
export type Chore = { name: string; run: (trx: Trx) => Promise<unknown> };

/**
 * Runs the chores every `everyMs`, each until it is done and all of them by turns; in one process at a time, a lock in
 * the database decides in which.
 */
export function startChores(
  db: Database,
  chores: Chore[],
  everyMs: number,
  log: Logger,
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  let stopped = false;
  const turn = ({ name, run }: Chore): Promise<unknown> =>
    db
      .transaction()
      .execute(async (trx) => {
        return (await takeTurnOf(trx, name)) ? run(trx) : undefined;
      })
      .catch((error: unknown) => log.warn({ err: error, chore: name }, 'chore failed'));
  const round = async (): Promise<void> => {
    for (let due = chores; due.length > 0; ) {
      const unfinished: Chore[] = [];
      for (const chore of due)
        if (!stopped && (await turn(chore)) === 'again') unfinished.push(chore);
      due = unfinished;
    }
  };
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
