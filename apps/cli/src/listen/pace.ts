/** Poll interval: a tenth of a key's rate limit. */
export const lookMs = 1_000;
/** Age up to which late deliveries may still appear. */
export const windowMs = 5 * 60_000;
/** One poll in this many scans the whole window. */
export const wholeEvery = 30;
export const seenFor = 2 * windowMs;
/** Same number of attempts as the server. */
export const mostAttempts = 7;

export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Shorter than the server's delays, because someone is watching. */
export function waitOf(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1)) * 1_000;
}
