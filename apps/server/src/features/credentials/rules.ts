import type { ErrorCode, ErrorDetail } from '@insignia/contract';
import { readDate } from '../../kernel/dates.ts';

const dayMs = 86_400_000;
const notADate = 'must be an ISO 8601 date or date-time that exists, such as 2026-03-01';

type Dates = { issuedOn: number; expires: number | undefined };

/**
 * When a credential was issued and until when it holds, epoch milliseconds UTC. A bare expiry holds through its day;
 * a moment that is still to come ("today" east of UTC) becomes now, since verifiers refuse the future.
 */
export function decideDates(
  issuedOn: string,
  expires: string | null | undefined,
  now: number,
): Dates | ErrorDetail[] {
  const from = readDate(issuedOn);
  const until = typeof expires === 'string' ? readDate(expires) : undefined;
  const end = until && (until.isBareDate ? until.at + dayMs - 1 : until.at);
  const faults: ErrorDetail[] = [];
  if (!from) faults.push({ path: 'issuedOn', message: notADate });
  else if (from.at > now + dayMs)
    faults.push({ path: 'issuedOn', message: 'must not be more than 24 hours ahead' });
  if (typeof expires === 'string' && end === undefined)
    faults.push({ path: 'expires', message: notADate });
  if (from && end !== undefined && end < from.at)
    faults.push({ path: 'expires', message: 'must not be before issuedOn' });
  return from && faults.length === 0 ? { issuedOn: Math.min(from.at, now), expires: end } : faults;
}

/** Text as searches compare it: case and compatibility forms do not matter. */
export function fold(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase('und').normalize('NFC');
}

/** The text between LIKE's wildcards, taken literally. */
export function likeLiteral(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
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

// Dots of other scripts too, since mail programs and browsers read them as dots.
const link =
  /\b[a-z][a-z0-9+.-]*:\/\/\S*|(?:mailto|tel|data|javascript):\S*|[\p{L}\p{N}_-]+(?:[.。．｡][\p{L}\p{N}_-]+)*[.。．｡]\p{L}{2,}\S*/giu;

/** A visitor's words without what could be clicked on (decisions, "Public send-email"). */
export function withoutLinks(text: string): string {
  return text.normalize('NFKC').replaceAll(link, '[link taken out]');
}

/** The same for a subject, in one line. */
export function plainSubject(text: string): string {
  return withoutLinks(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Addresses that differ in case or in what follows a plus sign reach one mailbox, for the most part. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/\+[^@]*@/, '@');
}
