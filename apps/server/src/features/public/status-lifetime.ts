/** Milliseconds from `now` during which the status read at `asOf` stays correct unless revoked. */
export function statusLifetimeMs(
  { revokedAt, expires }: { revokedAt: Date | null; expires: Date | null },
  asOf: Date,
  now = asOf,
): number {
  if (revokedAt || !expires || expires < asOf) return Infinity;
  return Math.max(0, expires.getTime() - now.getTime());
}
