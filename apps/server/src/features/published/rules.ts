export type PublicStatus = 'valid' | 'expired' | 'revoked';

/** Takes times in epoch milliseconds. */
export function computePublicStatus(
  credential: { revoked: boolean; expires: number | undefined },
  now: number,
): PublicStatus {
  if (credential.revoked) return 'revoked';
  return credential.expires !== undefined && credential.expires < now ? 'expired' : 'valid';
}

/**
 * Pages name recipients, so search engines list them only if the issuer allows it. Unverified names
 * and revocations are never listed.
 */
export function isIndexable({
  brand,
  isVerified,
  isRevoked = false,
}: {
  brand: { searchIndexing: boolean };
  isVerified: boolean;
  isRevoked?: boolean;
}): boolean {
  return brand.searchIndexing && isVerified && !isRevoked;
}

export const isCredentialIndexable = (credential: {
  brand: { searchIndexing: boolean };
  issuerVerified: boolean;
  revokedAt: object | null;
}): boolean =>
  isIndexable({
    brand: credential.brand,
    isVerified: credential.issuerVerified,
    isRevoked: credential.revokedAt !== null,
  });

/** Cache tags of responses and writes. */
export const cacheTag = {
  credential: (id: string): string => `credential/${id}`,
  badge: (id: string): string => `badge/${id}`,
  issuer: (id: string): string => `issuer/${id}`,
  /** Everything an account has published. */
  account: (id: string): string => `account/${id}`,
  /** Old URLs that are redirected, of a host or of all hosts at and below a domain. */
  redirects: (domain: string): string => `redirects/${domain}`,
};

/** Cache tags of a credential response. A change to any of them invalidates it. */
export function credentialCacheTags(
  credential: Record<'id' | 'badgeId' | 'issuerId' | 'accountId', string>,
): string[] {
  const { id, badgeId, issuerId, accountId } = credential;
  return [
    ...[cacheTag.credential(id), cacheTag.badge(badgeId), cacheTag.issuer(issuerId)],
    cacheTag.account(accountId),
  ];
}

// Bidirectional embeddings, overrides and isolates (UAX #9 §2), which would affect text after a
// title or link.
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line without direction controls, for titles, meta tags and other sites. */
export function toPlainLine(text: string): string {
  return text.replaceAll(directionControls, '').replaceAll(/\s+/g, ' ').trim();
}
