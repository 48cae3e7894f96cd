import type { Database, Trx } from '../db/index.ts';
import type { Logger } from '../log/index.ts';
import { choreLastSeconds, choreLastSuccess, choreSecondsTotal, choresTotal } from './queue.ts';
import { lockChore } from './store.ts';

/** One run in one transaction. 'again' requests another run. */
export type Chore = { name: string; run: (trx: Trx) => Promise<unknown> };

/**
 * Runs chores every `everyMs`, taking turns, each until it is done. A database lock selects the
 * process.
 */
export function startChores(
  db: Database,
  chores: Chore[],
  everyMs: number,
  log: Logger,
): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  let stopped = false;
  const turn = async ({ name, run }: Chore): Promise<unknown> => {
    const began = performance.now();
    try {
      return await db.write(async (trx) => {
        if (!(await lockChore(trx, name))) return undefined;
        const more = await run(trx);
        countChore(trx, name, performance.now() - began);
        return more;
      });
    } catch (error) {
      db.figures.add(choresTotal, { chore: name, outcome: 'failed' });
      log.warn({ err: error, chore: name }, 'chore failed');
      return undefined;
    }
  };
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

/** Runs of other processes aren't counted here. */
function countChore(trx: Trx, chore: string, ms: number): void {
  trx.onCommit.count(choresTotal, { chore, outcome: 'done' });
  trx.onCommit.count(choreSecondsTotal, { chore }, ms / 1_000);
  trx.onCommit.set(choreLastSeconds, { chore }, ms / 1_000);
  trx.onCommit.set(choreLastSuccess, { chore }, Date.now() / 1_000);
}
