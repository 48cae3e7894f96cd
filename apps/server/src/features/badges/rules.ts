import type { ErrorCode } from '@insignia/contract';
import { etagOf } from '../../kernel/etag.ts';
import type { BadgeWithDesign } from './store.ts';

export type Credentials = { valid: number; revoked: number };

/** Decisions, deviation (g): revoked credentials do not block, but keep the public document. */
export function decideDelete({
  valid,
  revoked,
}: Credentials): { refuse: ErrorCode } | { hide: boolean } {
  if (valid > 0) return { refuse: 'badge_has_credentials' };
  return { hide: revoked > 0 };
}

/** Of all that a reader sees of it. */
export function etagOfBadge(badge: BadgeWithDesign): string {
  const { name, description, criteria, imageCid, shareText, designJson } = badge;
  return etagOf([name, description, criteria, imageCid, shareText, designJson]);
}
