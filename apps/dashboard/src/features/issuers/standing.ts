import type { SigningKey } from './queries.ts';

export type Standing = 'signs' | 'waits' | 'stays' | 'revoked';

/** What a key is good for. */
export function standingOf({ signs, usedFrom, revokedAt }: SigningKey, now: number): Standing {
  if (revokedAt !== null) return 'revoked';
  if (signs) return 'signs';
  return Date.parse(usedFrom) > now ? 'waits' : 'stays';
}
