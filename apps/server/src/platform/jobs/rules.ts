const firstMs = 5_000;
const MAX_BACKOFF_MS = 3_600_000;

/** Exponential backoff from 5 s to an hour with ±20 % jitter. */
export function backoffMs(attempts: number, random: number): number {
  const step = Math.min(firstMs * 2 ** Math.max(0, attempts - 1), MAX_BACKOFF_MS);
  return Math.round(step * (0.8 + 0.4 * random));
}

/** Time after the last heartbeat until others may take over. */
export const leaseMs = 30_000;

/** Dead jobs are kept this long for operators. */
export const deadRetentionMs = 30 * 86_400_000;
