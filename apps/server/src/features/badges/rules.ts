import type { ErrorCode } from '@insignia/contract';

export type Credentials = { valid: number; revoked: number };

/** Decisions, deviation (g): revoked credentials do not block, but keep the public document. */
export function decideDelete({
  valid,
  revoked,
}: Credentials): { refuse: ErrorCode } | { hide: boolean } {
  if (valid > 0) return { refuse: 'badge_has_credentials' };
  return { hide: revoked > 0 };
}
