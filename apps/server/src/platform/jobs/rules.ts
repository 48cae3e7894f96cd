const firstMs = 5_000;
const longestMs = 3_600_000;

/** Doubling from 5 s to an hour, each spread by a fifth either way so that what failed together does not return together. */
export function backoffMs(attempts: number, random: number): number {
  const step = Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs);
  return Math.round(step * (0.8 + 0.4 * random));
}

/** So long after its last sign of life the work of a process is another's. */
export const leaseMs = 30_000;

/** What no repetition mended is kept for so long, for operators. */
export const deadKeptMs = 30 * 86_400_000;
