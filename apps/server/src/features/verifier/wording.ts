import type { Language } from '@insignia/contract';
import type { Verdict } from '@insignia/openbadges/either';
import {
  type Detail,
  type DetailValue,
  describeDetail,
  type IdentityParts,
  identityParts,
  type ProvenBy,
} from '@insignia/openbadges/shared';
import { formatLongDate, formatNumber, getTextDirection } from '../../kernel/language.ts';
import { findVouchingHost, toDisplayText } from './rules.ts';
import { getVerifierTexts, type VerifierTexts } from './texts/index.ts';

type Status = Verdict['status'];

export type Headline = {
  /** The class of the band: a status, or `unknown` where a signature is good and nobody knows the signer. */
  tone: Status;
  headline: string;
  /** The proven signer or host. */
  identity?: IdentityParts;
  lead: string;
};

/** Uses only the dates and the revocation reason of what the credential claims. */
export function createHeadline(
  { status, found }: Pick<Verdict, 'status' | 'found'>,
  language: Language,
): Headline {
  const t = getVerifierTexts(language);
  const provenBy = found.issuer?.provenBy;
  const isUnvouched = status === 'valid' && findVouchingHost(provenBy) === undefined;
  return {
    tone: isUnvouched ? 'unknown' : status,
    headline: isUnvouched ? t.headlines.unknownSigner : t.headlines[status],
    ...(provenBy && { identity: translateIdentity(provenBy, t) }),
    lead: isUnvouched ? t.leads.unknownSigner : createLead(status, found, language),
  };
}

function createLead(status: Status, found: Verdict['found'], language: Language): string {
  const { leads } = getVerifierTexts(language);
  const { expires = 0, issuedOn = 0, revocationReason: reason } = found;
  if (status === 'expired') return leads.expired(formatLongDate(language, new Date(expires)));
  if (status === 'not_yet_valid')
    return leads.not_yet_valid(formatLongDate(language, new Date(issuedOn)));
  if (status === 'revoked' && reason) return leads.revokedFor(toDisplayText(reason));
  return leads[status];
}

/** A sentence about who signed or hosts the credential. */
export function translateIdentity(
  provenBy: ProvenBy,
  { identity: t }: VerifierTexts,
): IdentityParts {
  const { subject, path } = identityParts(provenBy);
  switch (provenBy.by) {
    case 'did:key':
      return { before: t.key, subject, path, after: t.unvouched };
    case 'jwk':
      return { before: t.thumbprint, subject, path, after: t.unvouched };
    case 'did:web':
      return { before: t.signed, subject, path, after: ' (did:web).' };
    case 'https-key':
      return { before: t.signed, subject, path, after: t.keyAddress };
    case 'hosted': {
      const { host, assertionHost, encrypted } = provenBy;
      const behalf = assertionHost === undefined ? '' : t.onBehalf(host);
      const after = `${behalf}${encrypted ? '' : t.unencrypted}.`;
      return { before: t.hosted, subject, path, after };
    }
  }
}

/** A warning about the credential's claims, which nobody has verified. */
export function createTrustNote(
  { found }: Pick<Verdict, 'found'>,
  { claims: t }: VerifierTexts,
): string {
  const provenBy = found.issuer?.provenBy;
  const host = findVouchingHost(provenBy);
  if (host !== undefined) return t.byHost(host);
  return provenBy ? t.byKey : t.byNobody;
}

/**
 * The sentence about a check. English messages are the most specific, but those about a key end with the words of a
 * cryptographic library.
 */
export function translateDetail(
  { message, detail }: { message: string; detail: Detail },
  language: Language,
): string {
  if (language === 'en' && !isAboutUnusableKey(detail))
    return toDisplayText(message, MAX_MESSAGE_LENGTH);
  const { details } = getVerifierTexts(language);
  return describeDetail(detail, details, (value) => formatDetailValue(value, language));
}

/** In characters. A message may list many errors of a document. */
const MAX_MESSAGE_LENGTH = 2_000;

function isAboutUnusableKey({ code, values }: Detail): boolean {
  return (
    code === 'key_unusable' ||
    Object.values(values).some(
      (value) => typeof value === 'object' && 'code' in value && isAboutUnusableKey(value),
    )
  );
}

function formatDetailValue(value: Exclude<DetailValue, Detail>, language: Language): string {
  if (typeof value === 'number') return formatNumber(language, value);
  if (typeof value === 'object') {
    const date = new Date('day' in value ? value.day : value.time);
    const day = formatLongDate(language, date);
    return 'day' in value ? day : `${day} (${date.toISOString().slice(11, 16)} UTC)`;
  }
  const text = toDisplayText(value);
  return getTextDirection(language) === 'rtl' ? `\u2068${text}\u2069` : text;
}
