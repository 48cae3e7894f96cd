/** Open Badges 2.0 context (§ "JSON-LD", https://www.imsglobal.org/spec/ob/v2p0). */
export const openBadges2Context = 'https://w3id.org/openbadges/v2';

export type IssuerProfile = {
  id: string;
  name: string;
  url: string;
  email: string;
  /** Host of the issuer's hosted assertions. */
  allowedOrigins: string;
  image?: string | undefined;
};

export type BadgeClass = {
  id: string;
  name: string;
  description: string;
  criteria: string;
  image: string;
  issuer: string;
  tags?: string[] | undefined;
  alignment?: AlignmentObject[] | undefined;
};

/** §AlignmentObject. */
export type AlignmentObject = {
  targetName: string;
  targetUrl: string;
  targetDescription?: string | undefined;
  targetFramework?: string | undefined;
  targetCode?: string | undefined;
};

export type Assertion = {
  id: string;
  /** `sha256$…`. See {@link hashIdentity}. */
  identity: string;
  badge: string;
  /** The badge's picture with this assertion baked in. */
  image?: string | undefined;
  issuedOn: Date;
  expires?: Date | undefined;
  revoked: boolean;
  revocationReason?: string | undefined;
  narrative?: string | undefined;
  evidence?: EvidenceObject[] | undefined;
};

/** §Evidence. */
export type EvidenceObject = {
  id?: string | undefined;
  narrative?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  genre?: string | undefined;
  audience?: string | undefined;
};

/** Issuer profile (Open Badges 2.0 §Profile). */
export function issuerDocument(profile: IssuerProfile) {
  const { id, name, url, email, image, allowedOrigins } = profile;
  return {
    '@context': openBadges2Context,
    type: 'Issuer',
    id,
    name,
    url,
    email,
    ...(image ? { image } : {}),
    verification: { type: 'hosted', allowedOrigins },
  };
}

/** Badge class (Open Badges 2.0 §BadgeClass). */
export function badgeDocument(badge: BadgeClass) {
  const { id, name, description, criteria, image, issuer, tags, alignment } = badge;
  return {
    '@context': openBadges2Context,
    type: 'BadgeClass',
    id,
    name,
    description,
    criteria: { narrative: criteria },
    image,
    issuer,
    ...(tags?.length ? { tags } : {}),
    ...(alignment?.length ? { alignment } : {}),
  };
}

/** Hosted assertion (Open Badges 2.0 §Assertion). Dates become UTC date-times. */
export function assertionDocument(assertion: Assertion) {
  const { id, identity, badge, image, issuedOn, expires, revoked, revocationReason } = assertion;
  const { narrative, evidence } = assertion;
  return {
    '@context': openBadges2Context,
    type: 'Assertion',
    id,
    recipient: { type: 'email', hashed: true, identity },
    badge,
    ...(image ? { image } : {}),
    issuedOn: issuedOn.toISOString(),
    ...(expires ? { expires: expires.toISOString() } : {}),
    verification: { type: 'hosted' },
    revoked,
    ...(revoked && revocationReason ? { revocationReason } : {}),
    ...(narrative ? { narrative } : {}),
    ...(evidence?.length ? { evidence } : {}),
  };
}

/** Body of 410 Gone for a revoked assertion (Open Badges 2.0 §Assertion, "revoked"). */
export function revokedDocument(assertion: { id: string; revocationReason?: string | undefined }) {
  const { id, revocationReason } = assertion;
  return {
    '@context': openBadges2Context,
    type: 'Assertion',
    id,
    revoked: true,
    ...(revocationReason ? { revocationReason } : {}),
  };
}
