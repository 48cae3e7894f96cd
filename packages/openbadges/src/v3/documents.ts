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
import { credentialsContext, dateTime, openBadgesContext, present } from './present.ts';

/** An unsigned OpenBadgeCredential (Open Badges 3.0 §AchievementCredential). */
export function credentialDocument(facts: CredentialFacts): Json {
  return present({
    '@context': [credentialsContext, openBadgesContext],
    id: facts.id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: facts.name,
    description: facts.description,
    image: imageOf(facts.image),
    issuer: profileDocument(facts.issuer),
    validFrom: dateTime(facts.validFrom),
    validUntil: facts.validUntil && dateTime(facts.validUntil),
    credentialSubject: subject(facts.subject, facts.achievement),
    evidence: facts.evidence?.map(evidence),
    credentialStatus: facts.status && statusEntry(facts.status),
  });
}

/** §Profile. */
export function profileDocument({ id, image, ...words }: ProfileFacts): Json {
  return present({ id, type: ['Profile'], ...words, image: imageOf(image) });
}

/** §AchievementSubject. */
function subject(
  { id, identifiers, narrative, results }: SubjectFacts,
  facts: AchievementFacts,
): Json {
  return present({
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
  return present({
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
  return present({
    id: facts.id,
    type: ['Achievement'],
    name: facts.name,
    description: facts.description,
    criteria: present(criteria),
    image: imageOf(facts.image),
    achievementType: facts.achievementType,
    inLanguage: facts.language,
    version: facts.version,
    tag: facts.tags,
    alignment: alignments?.map((each) => present({ type: ['Alignment'], ...each })),
    creator: creator && profileDocument(creator),
    resultDescription: results?.map(({ id, name, kind }) => ({
      ...{ id, type: ['ResultDescription'], name, resultType: kind },
    })),
  });
}

/** §Result. */
function result({ describedBy, value, status }: ResultFacts): Json {
  return present({ type: ['Result'], resultDescription: describedBy, status, value });
}

/** §Evidence. */
function evidence({ id, ...words }: EvidenceFacts): Json {
  return present({ id, type: ['Evidence'], ...words });
}

/** §Image. */
function imageOf(image: Image | undefined): Json | undefined {
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
