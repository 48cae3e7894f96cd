import type { ErrorCode } from '@insignia/contract';

/**
 * Text as searches compare it: case and compatibility forms do not matter. By way of capitals, so that letters with one
 * capital are one: ς and σ, ß and ss, ı and i.
 */
export function fold(text: string): string {
  const small = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase();
  return small.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFC');
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
const links = [
  /[a-z0-9+.-]:\/\//i,
  /(?:mailto|tel|data|javascript):/i,
  /[\p{L}\p{N}_-][.。．｡]\p{L}\p{L}/u,
];
const ofAddress = /[\p{L}\p{N}_.。．｡+-]/u;

/** A visitor's words without what could be clicked on (decisions, "Public send-email"). */
export function withoutLinks(text: string): string {
  return text.normalize('NFKC').replaceAll(/\S+/g, withoutLink);
}

function withoutLink(word: string): string {
  const found = links.map((link) => word.search(link)).filter((at) => at >= 0);
  if (found.length === 0) return word;
  let start = Math.min(...found);
  while (start > 0 && ofAddress.test(word.charAt(start - 1))) start--;
  return `${word.slice(0, start)}[link taken out]`;
}

/** The same for a subject, in one line. */
export function plainSubject(text: string): string {
  return withoutLinks(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Addresses that differ in case or in what follows a plus sign reach one mailbox, for the most part. */
export function mailboxOf(address: string): string {
  return address.toLowerCase().replace(/^([^+@]*)\+[^@]*@/, '$1@');
}
