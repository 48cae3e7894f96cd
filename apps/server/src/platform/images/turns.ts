import { Problem } from '../../kernel/problem.ts';

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** So many at a time; refused when too many wait. */
export function createTurns(atOnce: number, mostWaiting: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new Problem('busy', { retryAfterSeconds: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/**
 * Two at a time in the whole process, which leave threads and processors to all else. Each that waits holds its picture
 * in memory, and waits for some seconds at most: nothing in a turn may wait for anything but its own picture.
 */
export const inTurn = createTurns(2, 8);
