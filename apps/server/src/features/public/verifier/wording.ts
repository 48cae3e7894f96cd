import type { Verdict } from '@insignia/openbadges/either';
import { type IdentityParts, identityParts } from '@insignia/openbadges/shared';
import { findVouchingHost, toDisplayText } from './rules.ts';

type Status = Verdict['status'];

export type Headline = {
  /** The class of the band: a status, or `unknown` where a signature is good and nobody knows the signer. */
  tone: Status;
  headline: string;
  /** The proven signer or host. */
  identity?: IdentityParts;
  lead: string;
};

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

const words: Record<Status, (found: Verdict['found']) => [headline: string, lead: string]> = {
  valid: () => ['Valid credential', 'Every check passed just now.'],
  expired: ({ expires = 0 }) => [
    'Expired',
    `This credential was valid until ${day.format(expires)}. The issuer hasn’t revoked this credential.`,
  ],
  revoked: ({ revocationReason: reason }) => [
    'Revoked',
    reason
      ? `The issuer revoked this credential: ${toDisplayText(reason)}`
      : 'The issuer revoked this credential.',
  ],
  not_found: () => [
    'Credential not found',
    'There is no credential at this address. Check that the link is complete, or ask the issuer whether the credential was deleted.',
  ],
  not_yet_valid: ({ issuedOn = 0 }) => [
    'Not yet valid',
    `This credential will be valid from ${day.format(issuedOn)}.`,
  ],
  suspended: () => [
    'Suspended',
    'The issuer has suspended this credential. Ask the issuer why, or check again later.',
  ],
  invalid: () => ['Not valid', 'At least one check failed. Don’t rely on this credential.'],
  unknown: () => [
    'Couldn’t be verified',
    'Some checks couldn’t be completed, so this result proves nothing. Try again later.',
  ],
};

/** Uses only the dates and the revocation reason of what the credential claims. */
export function createHeadline({ status, found }: Verdict): Headline {
  const provenBy = found.issuer?.provenBy;
  const identity = provenBy && identityParts(provenBy);
  const isUnvouched = status === 'valid' && findVouchingHost(provenBy) === undefined;
  const [headline, lead] = words[status](found);
  return {
    tone: isUnvouched ? 'unknown' : status,
    headline: isUnvouched ? 'Valid signature, unknown signer' : headline,
    ...(identity && { identity }),
    lead: isUnvouched
      ? 'Every check passed, but anyone can create such a key. Ask the issuer whether this key is theirs.'
      : lead,
  };
}

/** A warning about the credential's claims, which nobody has verified. */
export function createTrustNote({ found }: Verdict): string {
  const provenBy = found.issuer?.provenBy;
  const host = findVouchingHost(provenBy);
  if (host !== undefined)
    return `The issuer wrote this. Names aren’t verified. Trust them only if you trust ${host}.`;
  return provenBy
    ? 'The owner of the key wrote this. Names aren’t verified. Ask the issuer whether this key is theirs.'
    : 'Nothing proves who wrote this. Names aren’t verified.';
}
