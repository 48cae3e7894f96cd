import { all, isObject, type Json, type ShapeError } from '../../shared/read.ts';
import { hasType, hasTypes, isText, isUri } from './form.ts';

type Part = {
  section: string;
  values: unknown[];
  isGood: (part: Json) => boolean;
  message: string;
};

/** A profile may name its parent organization, which may name its own. */
const MAX_PARENTS = 20;

/** Rules of Open Badges 3.0, by section, for the parts that a badge has. */
export function findPartErrors(document: Json, subject: Json, achievement: Json): ShapeError[] {
  const { alignment, resultDescription, creator } = achievement;
  const profiles = [
    // An issuer may be only an id.
    ...withParents(all(document.issuer).filter(isObject)),
    ...withParents([...all(creator), ...all(subject.source)]),
  ];
  const parts: Part[] = [
    ...listProfileParts(profiles),
    ...listCredentialParts(document),
    {
      section: 'OB Image',
      values: [document, achievement, subject, ...profiles.filter(isObject)].flatMap(({ image }) =>
        all(image),
      ),
      isGood: (part) => hasType(part, 'Image') && isUri(part.id),
      message: 'has a picture without type or id',
    },
    {
      section: 'OB Alignment',
      values: all(alignment),
      isGood: ({ targetName, targetUrl, ...part }) =>
        hasType(part, 'Alignment') && isText(targetName) && isUri(targetUrl),
      message: 'has an alignment without type, targetName or targetUrl',
    },
    identifiers(all(achievement.otherIdentifier)),
    {
      section: 'OB Evidence',
      values: all(document.evidence),
      isGood: (part) => hasType(part, 'Evidence'),
      message: 'has a piece of evidence without a type',
    },
    {
      section: 'OB Result',
      values: all(subject.result),
      isGood: (part) => hasType(part, 'Result'),
      message: 'has a result without a type',
    },
    {
      section: 'OB ResultDescription',
      values: all(resultDescription),
      isGood: ({ id, name, resultType, ...part }) =>
        hasType(part, 'ResultDescription') && isUri(id) && isText(name) && isText(resultType),
      message: 'has a result description without type, id, name or resultType',
    },
  ];
  return checkParts(parts);
}

/** Rules for the parts that badges, endorsements and learner records share. */
export function findCommonPartErrors(document: Json): ShapeError[] {
  const profiles = withParents(all(document.issuer).filter(isObject));
  return checkParts([...listProfileParts(profiles), ...listCredentialParts(document)]);
}

function listProfileParts(profiles: unknown[]): Part[] {
  return [
    {
      section: 'OB Profile',
      values: profiles,
      isGood: (part) => hasType(part, 'Profile') && isUri(part.id),
      message:
        'has a profile (issuer, creator, source or parentOrg) that isn’t of type Profile or has no id',
    },
    identifiers(profiles.filter(isObject).flatMap((each) => all(each.otherIdentifier))),
    {
      section: 'OB Address',
      values: profiles.filter(isObject).flatMap((each) => all(each.address)),
      isGood: (part) => hasType(part, 'Address') && hasTypes(part.geo),
      message: 'has an address without a type',
    },
  ];
}

function listCredentialParts(document: Json): Part[] {
  return [
    {
      section: 'OB RefreshService',
      values: all(document.refreshService),
      isGood: (part) => isUri(part.id) && hasTypes(part),
      message: 'has a refreshService without type or id',
    },
    {
      section: 'OB CredentialSchema',
      values: all(document.credentialSchema),
      isGood: (part) => isUri(part.id) && hasTypes(part),
      message: 'has a credentialSchema without type or id',
    },
  ];
}

function identifiers(values: unknown[]): Part {
  return {
    section: 'OB IdentifierEntry',
    values,
    isGood: ({ identifier, identifierType, ...part }) =>
      hasType(part, 'IdentifierEntry') && isText(identifier) && isText(identifierType),
    message: 'has an otherIdentifier without type, identifier or identifierType',
  };
}

/** Returns the profiles and, level by level, their parent organizations. */
function withParents(profiles: unknown[]): unknown[] {
  const found: unknown[] = [];
  for (let level = profiles; level.length > 0 && found.length < MAX_PARENTS; ) {
    found.push(...level);
    level = level.filter(isObject).flatMap(({ parentOrg }) => all(parentOrg));
  }
  return found;
}

function checkParts(parts: Part[]): ShapeError[] {
  return parts
    .filter(({ values, isGood }) => !values.every((value) => isObject(value) && isGood(value)))
    .map(({ section, message }) => ({ section, message }));
}
