/** How long a new key is published before it signs: longer than anybody keeps the document that names it. */
export const leadMs = 5 * 60_000;

/** By so much clocks may differ. */
const clocksDifferMs = 60_000;

type Moment = { getTime: () => number };
type Key = { number: number; usedFrom: Moment; revokedAt: Moment | null };

/** The key that signs: the newest that may. When clocks differ so that none may yet, the newest all the same. */
export function signingKey<K extends Key>(keys: readonly K[], now: Moment): K | undefined {
  const good = keys
    .filter(({ revokedAt }) => !revokedAt)
    .sort((one, other) => other.number - one.number);
  return good.find(({ usedFrom }) => usedFrom.getTime() <= now.getTime()) ?? good[0];
}

/** While the newest key does not sign yet another one would only be in its way. */
export function waitingKey<K extends Key>(keys: readonly K[], now: Moment): K | undefined {
  return keys.find(({ usedFrom, revokedAt }) => !revokedAt && usedFrom.getTime() > now.getTime());
}

/**
 * What becomes of a credential whose key is revoked: it is signed anew, unless it was issued when the key was in other
 * hands already.
 */
export function isSignedAnew(
  key: { revokedAt: Moment | null; voidFrom: Moment | null },
  issuedAt: Moment,
): boolean {
  if (!key.revokedAt) return false;
  return !key.voidFrom || issuedAt.getTime() < key.voidFrom.getTime();
}

/** Whether it is later than by what clocks differ. */
export const isToCome = (time: Moment, now: Moment): boolean =>
  time.getTime() > now.getTime() + clocksDifferMs;
