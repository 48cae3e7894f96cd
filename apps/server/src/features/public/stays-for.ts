/**
 * For how many milliseconds from `now` on what was said of a credential's state at `asOf` stays true, unless somebody
 * revokes it.
 */
export function staysFor(
  { revokedAt, expires }: { revokedAt: Date | null; expires: Date | null },
  asOf: Date,
  now = asOf,
): number {
  if (revokedAt || !expires || expires < asOf) return Infinity;
  return Math.max(0, expires.getTime() - now.getTime());
}
