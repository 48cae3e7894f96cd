/** Time between publishing and using a key. Longer than any cache keeps the document. */
export const keyLeadMs = 5 * 60_000;

/** Allowed clock difference. */
const clockToleranceMs = 60_000;

type Moment = { getTime: () => number };
type Key = { number: number; usedFrom: Moment; revokedAt: Moment | null };

/** The newest key that may sign; with skewed clocks, the newest. */
export function chooseSigningKey<K extends Key>(keys: readonly K[], now: Moment): K | undefined {
  const usable = keys
    .filter(({ revokedAt }) => !revokedAt)
    .sort((one, other) => other.number - one.number);
  return usable.find(({ usedFrom }) => usedFrom.getTime() <= now.getTime()) ?? usable[0];
}

/** A key that is published but not yet in use. A further one would only delay it. */
export function findWaitingKey<K extends Key>(keys: readonly K[], now: Moment): K | undefined {
  return keys.find(({ usedFrom, revokedAt }) => !revokedAt && usedFrom.getTime() > now.getTime());
}

/**
 * True if a credential of a revoked key is signed again: it was issued before the key was stolen.
 */
export function isSignedAgain(
  key: { revokedAt: Moment | null; voidFrom: Moment | null },
  issuedAt: Moment,
): boolean {
  if (!key.revokedAt) return false;
  return !key.voidFrom || issuedAt.getTime() < key.voidFrom.getTime();
}

/** True if the time is in the future beyond the allowed clock difference. */
export const isInFuture = (time: Moment, now: Moment): boolean =>
  time.getTime() > now.getTime() + clockToleranceMs;

const TOKEN_PERIOD_MS = 3_600_000;

/**
 * Times of a Status List Token in milliseconds: valid for one to two hours. They change once an
 * hour, so that an unchanged list has the same claims in every process.
 */
export function chooseTokenPeriod(
  changedAt: Moment,
  now: Moment,
): { issuedAt: number; expires: number } {
  const start = Math.floor(now.getTime() / TOKEN_PERIOD_MS) * TOKEN_PERIOD_MS;
  const issuedAt = Math.max(start, changedAt.getTime());
  return { issuedAt, expires: start + 2 * TOKEN_PERIOD_MS };
}
