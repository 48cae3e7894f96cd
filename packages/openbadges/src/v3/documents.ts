import type { Json } from '../shared/read.ts';
import type {
  AchievementFacts,
  CredentialFacts,
  EvidenceFacts,
  IdentifierFacts,
  Image,
  ProfileFacts,
  ResultFacts,
  StatusEntryFacts,
  SubjectFacts,
} from './facts.ts';

/** An unsigned OpenBadgeCredential (Open Badges 3.0 §AchievementCredential). */
export function credentialDocument(facts: CredentialFacts): Json {
  return removeEmptyMembers({
    '@context': [credentialsContext, openBadgesContext],
    id: facts.id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.name,
    description: facts.description,
    image: describeImage(facts.image),
    issuer: profileDocument(facts.issuer),
    validFrom: formatDateTime(facts.validFrom),
    validUntil: facts.validUntil && formatDateTime(facts.validUntil),
    credentialSubject: subject(facts.subject, facts.achievement),
    evidence: facts.evidence?.map(evidence),
    credentialStatus: facts.status && statusEntry(facts.status),
  });
}

/** §Profile. */
export function profileDocument({ id, image, ...words }: ProfileFacts): Json {
  return removeEmptyMembers({ id, type: ['Profile'], ...words, image: describeImage(image) });
}

/** §AchievementSubject. */
function subject(
  { id, identifiers, narrative, results }: SubjectFacts,
  facts: AchievementFacts,
): Json {
  return removeEmptyMembers({
    id,
    type: ['AchievementSubject'],
    identifier: identifiers?.map(identityObject),
    achievement: achievement(facts),
    narrative,
    result: results?.map(result),
  });
}

/** §IdentityObject. */
function identityObject(facts: IdentifierFacts): Json {
  const { kind, value, hashed } = facts;
  return removeEmptyMembers({
    type: 'IdentityObject',
    hashed,
    identityHash: value,
    identityType: kind,
    salt: facts.hashed ? facts.salt : undefined,
  });
}

/** §Achievement. */
function achievement(facts: AchievementFacts): Json {
  const { criteria, creator, alignments, results } = facts;
  return removeEmptyMembers({
    id: facts.id,
    type: ['Achievement'],
    name: facts.name,
    description: facts.description,
    criteria: removeEmptyMembers(criteria),
    image: describeImage(facts.image),
    achievementType: facts.achievementType,
    creditsAvailable: facts.creditsAvailable,
    inLanguage: facts.language,
    version: facts.version,
    tag: facts.tags,
    alignment: alignments?.map((each) => removeEmptyMembers({ type: ['Alignment'], ...each })),
    creator: creator && profileDocument(creator),
    resultDescription: results?.map(({ id, name, kind }) => ({
      ...{ id, type: ['ResultDescription'], name, resultType: kind },
    })),
  });
}

/** §Result. */
function result({ describedBy, value, status }: ResultFacts): Json {
  return removeEmptyMembers({ type: ['Result'], resultDescription: describedBy, status, value });
}

/** §Evidence. */
function evidence({ id, ...words }: EvidenceFacts): Json {
  return removeEmptyMembers({ id, type: ['Evidence'], ...words });
}

/** §Image. */
function describeImage(image: Image | undefined): Json | undefined {
  if (!image) return undefined;
  return typeof image === 'string' ? { id: image, type: 'Image' } : { ...image, type: 'Image' };
}

/** Bitstring Status List §2.1: the entry's id must differ from the list's. */
function statusEntry({ list, index, purpose }: StatusEntryFacts): Json {
  return {
    id: `${list}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: purpose,
    statusListIndex: String(index),
    statusListCredential: list,
  };
}

/** Removes nulls, empty texts and empty lists (Open Badges 3.0 §Serialization). */
export function removeEmptyMembers<T extends Json>(members: T): T {
  const present = Object.entries(members).filter(([, value]) => !isEmpty(value));
  return Object.fromEntries(present) as T;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0)
  );
}

/**
 * XML Schema date-time in UTC with whole seconds, so that a JWT's NumericDate is the same instant.
 */
export function formatDateTime(at: Date): string {
  if (Number.isNaN(at.getTime())) throw new RangeError('not a date: an invalid Date was given');
  return `${at.toISOString().slice(0, 19)}Z`;
}

/**
 * Contexts of our documents in this order (Verifiable Credentials 2.0 §4.3, Open Badges 3.0
 * §AchievementCredential).
 */
export const credentialsContext = 'https://www.w3.org/ns/credentials/v2';

export const openBadgesContext = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';
