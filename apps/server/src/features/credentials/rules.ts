import type { ErrorCode } from '@insignia/contract';

/**
 * Text as searches compare it: case and compatibility forms do not matter. By way of capitals, so that letters with one
 * capital are one: ς and σ, ß and ss, ı and i.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().normalize('NFC').toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
}

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
