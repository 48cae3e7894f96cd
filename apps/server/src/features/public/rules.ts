export type State = 'valid' | 'expired' | 'revoked';

/** Times in epoch milliseconds. */
export function stateOf(
  credential: { revoked: boolean; expires: number | undefined },
  now: number,
): State {
  if (credential.revoked) return 'revoked';
  return credential.expires !== undefined && credential.expires < now ? 'expired' : 'valid';
}

/**
 * Pages name recipients, so search engines list them only where the issuer allows it. A name that nobody has verified, and
 * a revocation, are never listed.
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

/** By these names a prepared answer tells what it was made from, and a write what it has changed. */
export const sourceOf = {
  credential: (id: string): string => `credential/${id}`,
  badge: (id: string): string => `badge/${id}`,
  issuer: (id: string): string => `issuer/${id}`,
  /** All that an account has published, as it leaves. */
  account: (id: string): string => `account/${id}`,
};

/** What an answer about a credential is made from: a change of any of these makes it another one. */
export function sourcesOf(
  credential: Record<'id' | 'badgeId' | 'issuerId' | 'accountId', string>,
): string[] {
  const { id, badgeId, issuerId, accountId } = credential;
  return [
    ...[sourceOf.credential(id), sourceOf.badge(badgeId), sourceOf.issuer(issuerId)],
    sourceOf.account(accountId),
  ];
}

// Embeddings, overrides and isolates (UAX #9 §2): in a title or a link's text they would turn what follows.
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text for a title, a meta tag or another site: one line, and nothing that turns its surroundings. */
export function plain(text: string): string {
  return text.replaceAll(turning, '').replaceAll(/\s+/g, ' ').trim();
}
