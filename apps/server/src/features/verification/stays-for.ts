/** For how many milliseconds the state stays what it is, unless somebody revokes the credential. */
export function staysFor(
  { revokedAt, expires }: { revokedAt: Date | null; expires: Date | null },
  now: Date,
): number {
  const left = (expires?.getTime() ?? Infinity) - now.getTime();
  return revokedAt || left < 0 ? Infinity : left;
}
