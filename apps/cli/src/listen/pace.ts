/** How often the service is asked: a tenth of what a key may ask in a minute. */
export const lookMs = 1_000;
/** So far behind the newest one that is known others may still appear. */
export const windowMs = 5 * 60_000;
/** Of so many looks one goes through all of it. */
export const wholeEvery = 30;
export const seenFor = 2 * windowMs;
/** As often as the service tries. */
export const mostAttempts = 7;

export const isTaken = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

/** Shorter than the service's: somebody sits before it. */
export function waitOf(attempt: number): number {
  return Math.min(30, 2 ** (attempt - 1)) * 1_000;
}
