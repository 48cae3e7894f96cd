/** What each of several processes of one machine does. */
export type Role = 'api' | 'worker';

/** `processes` that answer requests, and one beside them that does the work; or as many that work, where ROLE says so. */
export function rolesOf(role: Role | 'all', processes: number): Role[] {
  const many: Role[] = Array.from({ length: processes }, () => (role === 'all' ? 'api' : role));
  return role === 'all' ? [...many, 'worker'] : many;
}

const firstMs = 250;
const mostMs = 30_000;
/** One that has lived so long ended of something else than its last start. */
export const steadyMs = 60_000;

/** How long to wait before one is started again that ended `times` in a row without having been steady. */
export function backoffMs(times: number): number {
  return Math.min(firstMs * 2 ** Math.min(times - 1, 16), mostMs);
}

const usualPool = 10;
const leastPool = 4;
/** More only make the embedded database's own processes wait for each other. */
const together = 40;
const others = 20;

/** Connections to the embedded database: of each process at most, and how many it has to have room for. */
export function connectionsOf(processes: number): { pool: number; most: number } {
  const pool = Math.min(usualPool, Math.max(leastPool, Math.floor(together / processes)));
  // Each listens on one more; commands and the program itself need some.
  return { pool, most: processes * (pool + 1) + others };
}
