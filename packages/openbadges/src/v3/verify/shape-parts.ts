import { all, isObject, type Json } from '../../shared/read.ts';
import { hasTypes, isOfType, isText, isUri } from './plain.ts';

type Part = {
  section: string;
  values: unknown[];
  isGood: (part: Json) => boolean;
  message: string;
};

/** A profile may name its parent organization, which may name its own. */
const MAX_PARENTS = 20;

/** Rules of Open Badges 3.0, by section, for the parts that a badge has. */
export function faultsOfParts(document: Json, subject: Json, achievement: Json): Fault[] {
  const { alignment, resultDescription, creator } = achievement;
  const profiles = [
    // An issuer may be only an id.
    ...withParents(all(document.issuer).filter(isObject)),
    ...withParents([...all(creator), ...all(subject.source)]),
  ];
  const parts: Part[] = [
    ...partsOfProfiles(profiles),
    ...partsOfAnyCredential(document),
    {
      section: 'OB Image',
      values: [document, achievement, subject, ...profiles.filter(isObject)].flatMap(({ image }) =>
        all(image),
      ),
      isGood: (part) => isOfType(part, 'Image') && isUri(part.id),
      message: 'has a picture without type or id',
    },
    {
      section: 'OB Alignment',
      values: all(alignment),
      isGood: ({ targetName, targetUrl, ...part }) =>
        isOfType(part, 'Alignment') && isText(targetName) && isUri(targetUrl),
      message: 'has an alignment without type, targetName or targetUrl',
    },
    identifiers(all(achievement.otherIdentifier)),
    {
      section: 'OB Evidence',
      values: all(document.evidence),
      isGood: (part) => isOfType(part, 'Evidence'),
      message: 'has a piece of evidence without a type',
    },
    {
      section: 'OB Result',
      values: all(subject.result),
      isGood: (part) => isOfType(part, 'Result'),
      message: 'has a result without a type',
    },
    {
      section: 'OB ResultDescription',
      values: all(resultDescription),
      isGood: ({ id, name, resultType, ...part }) =>
        isOfType(part, 'ResultDescription') && isUri(id) && isText(name) && isText(resultType),
      message: 'has a result description without type, id, name or resultType',
    },
  ];
  return faultsIn(parts);
}

/** Rules for the parts that badges, endorsements and learner records share. */
export function faultsOfCommonParts(document: Json): Fault[] {
  const profiles = withParents(all(document.issuer).filter(isObject));
  return faultsIn([...partsOfProfiles(profiles), ...partsOfAnyCredential(document)]);
}

function partsOfProfiles(profiles: unknown[]): Part[] {
  return [
    {
      section: 'OB Profile',
      values: profiles,
      isGood: (part) => isOfType(part, 'Profile') && isUri(part.id),
      message:
        'has a profile (issuer, creator, source or parentOrg) that isn’t of type Profile or has no id',
    },
    identifiers(profiles.filter(isObject).flatMap((each) => all(each.otherIdentifier))),
    {
      section: 'OB Address',
      values: profiles.filter(isObject).flatMap((each) => all(each.address)),
      isGood: (part) => isOfType(part, 'Address') && hasTypes(part.geo),
      message: 'has an address without a type',
    },
  ];
}

function partsOfAnyCredential(document: Json): Part[] {
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
      isOfType(part, 'IdentifierEntry') && isText(identifier) && isText(identifierType),
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

function faultsIn(parts: Part[]): Fault[] {
  return parts
    .filter(({ values, isGood }) => !values.every((value) => isObject(value) && isGood(value)))
    .map(({ section, message }) => ({ section, message }));
}

/**
 * A rule that a document breaks. `message` completes “It …”. `section` is the part of the
 * specification that contains the rule.
 */
export type Fault = { section: string; message: string };

export type Rule = [section: string, isGood: boolean, message: string];

export function broken(rules: Rule[]): Fault[] {
  return rules
    .filter(([, isGood]) => !isGood)
    .map(([section, , message]) => ({ section, message }));
}
