import type { SigningKey } from './queries.ts';

export type KeyStatus = 'signs' | 'waits' | 'stays' | 'revoked';

/** Compares the keys with each other instead of the browser's clock, which may be wrong. */
export function getKeyStatus(
  { signs, usedFrom, revokedAt }: SigningKey,
  keys: readonly SigningKey[],
): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  if (signs) return 'signs';
  const present = keys.find((key) => key.signs);
  return present && Date.parse(usedFrom) > Date.parse(present.usedFrom) ? 'waits' : 'stays';
}
