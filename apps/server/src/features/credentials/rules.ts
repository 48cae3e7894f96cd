import type { ErrorCode } from '@insignia/contract';

export { fold } from '@insignia/contract';

/** The text between LIKE's wildcards, taken literally. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}

/** What holds now of a credential; revoked ones do not expire. */
export function stateOf(
  { revokedAt, expires }: { revokedAt: unknown; expires: { getTime: () => number } | null },
  now: number,
): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expires && expires.getTime() < now ? 'expired' : 'valid';
}

type Revocation = { revoked: boolean; reason: string | null };

/** Revoking again for the same reason keeps things as they are (decisions, POST /awards/{awardId}/revoke). */
export function decideRevoke(
  now: Revocation,
  reason: string,
): { refuse: ErrorCode } | { keep: boolean } {
  if (!now.revoked) return { keep: false };
  return (now.reason ?? '') === reason ? { keep: true } : { refuse: 'already_revoked' };
}
