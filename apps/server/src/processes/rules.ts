export type ProcessRole = 'api' | 'worker';

/** API processes plus one worker, or workers only, depending on ROLE. */
export function listRoles(role: ProcessRole | 'all', processes: number): ProcessRole[] {
  const many: ProcessRole[] = Array.from({ length: processes }, () =>
    role === 'all' ? 'api' : role,
  );
  return role === 'all' ? [...many, 'worker'] : many;
}

const firstMs = 250;
const MAX_DELAY_MS = 30_000;
/** A process that lived this long did not fail at start. */
export const steadyMs = 60_000;

/** Delay before a restart after `times` early exits in a row. */
export function restartDelayMs(times: number): number {
  return Math.min(firstMs * 2 ** Math.min(times - 1, 16), MAX_DELAY_MS);
}

const DEFAULT_POOL_SIZE = 10;
const MIN_POOL_SIZE = 4;
/** More connections only make the embedded server's processes wait for each other. */
const together = 40;
const reserve = 20;

/** Connection limits of the embedded database: per process and in total. */
export function planConnections(processes: number): { pool: number; max: number } {
  const pool = Math.min(
    DEFAULT_POOL_SIZE,
    Math.max(MIN_POOL_SIZE, Math.floor(together / processes)),
  );
  // Each process needs one more to listen. Commands and the program need some.
  return { pool, max: processes * (pool + 1) + reserve };
}
