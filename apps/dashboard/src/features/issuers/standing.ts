import type { SigningKey } from './queries.ts';

export type Standing = 'signs' | 'waits' | 'stays' | 'revoked';

/** What a key is good for among all of its issuer's. By the service's own word: the clock here may be another. */
export function standingOf(
  { signs, usedFrom, revokedAt }: SigningKey,
  keys: readonly SigningKey[],
): Standing {
  if (revokedAt !== null) return 'revoked';
  if (signs) return 'signs';
  const present = keys.find((key) => key.signs);
  return present && Date.parse(usedFrom) > Date.parse(present.usedFrom) ? 'waits' : 'stays';
}
