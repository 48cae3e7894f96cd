import { Problem } from '../../kernel/problem.ts';

const atOnce = 2;
/** Each holds its picture in memory, and waits for some seconds at most. */
const mostWaiting = 8;

let running = 0;
const waiting: (() => void)[] = [];

/** Two at a time in the whole process, which leave threads and processors to all else; refused when too many wait. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
}
