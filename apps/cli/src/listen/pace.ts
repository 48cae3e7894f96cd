/** Poll interval: a tenth of a key's rate limit. */
export const pollMs = 1_000;
/** Age up to which late deliveries may still appear. */
export const windowMs = 5 * 60_000;
/** One poll in this many scans the whole window. */
export const FULL_POLL_EVERY = 30;
export const seenTtlMs = 2 * windowMs;
/** Same number of attempts as the server. */
export const MAX_ATTEMPTS = 7;

export const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Shorter than the server's delays, because someone is watching. */
export function retryDelayMs(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1)) * 1_000;
}
