import type { Verdict } from '@insignia/openbadges/either';
import { type IdentityParts, identityParts } from '@insignia/openbadges/shared';
import { findVouchingHost, toDisplayText } from './rules.ts';

type Status = Verdict['status'];

export type Headline = {
  /**
   * The class of the band: a status, or `unknown` if a signature is valid but nobody knows the
   * signer.
   */
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
    `This credential was valid until ${day.format(expires)}. The issuer has not revoked it.`,
  ],
  revoked: ({ revocationReason: reason }) => [
    'Revoked',
    reason ? `The issuer revoked it: ${toDisplayText(reason)}` : 'The issuer revoked it.',
  ],
  not_found: () => [
    'No such credential',
    'There is no credential at this address. It may have been deleted, or the link may be incomplete.',
  ],
  not_yet_valid: ({ issuedOn = 0 }) => [
    'Not yet valid',
    `This credential is valid from ${day.format(issuedOn)}.`,
  ],
  suspended: () => ['Suspended', 'The issuer has suspended this credential for now.'],
  invalid: () => ['Not valid', 'At least one check failed.'],
  unknown: () => [
    'Could not be verified',
    'Some checks could not be made, so this result proves nothing. Try again later.',
  ],
};

/** Uses no claims of the credential except its dates and the reason of a revocation. */
export function createHeadline({ status, found }: Verdict): Headline {
  const provenBy = found.issuer?.provenBy;
  const identity = provenBy && identityParts(provenBy);
  const isUnvouched = status === 'valid' && findVouchingHost(provenBy) === undefined;
  const [headline, lead] = words[status](found);
  return {
    tone: isUnvouched ? 'unknown' : status,
    headline: isUnvouched ? 'Valid signature, unknown signer' : headline,
    ...(identity && { identity }),
    lead: isUnvouched ? 'Every check passed, but anyone can make such a key.' : lead,
  };
}

/** Explains how much a credential's content can be trusted. */
export function createTrustNote({ found }: Verdict): string {
  const provenBy = found.issuer?.provenBy;
  const host = findVouchingHost(provenBy);
  if (host !== undefined)
    return `Written by the issuer. Names are claims: trust them as far as you trust ${host}.`;
  return provenBy
    ? 'Written by the owner of the key. Names are claims: ask the issuer whether this key is theirs.'
    : 'Nothing proves who wrote this. Names are claims.';
}
