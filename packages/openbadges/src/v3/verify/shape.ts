import {
  all,
  findBrokenRules,
  firstText,
  isObject,
  type Json,
  type ShapeError,
  type ShapeRule,
} from '../../shared/read.ts';
import { isDateTime, readPeriod } from './check-dates.ts';
import {
  getContexts,
  hasType,
  hasTypes,
  isText,
  isTextInLanguages,
  isUri,
  v1,
  v2,
} from './form.ts';
import { areRelatedResources } from './related-resources.ts';
import { findPartErrors } from './shape-parts.ts';

/** Versions of the Open Badges 3.0 context. */
export const openBadges =
  /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)?\.json$/;
// Sections: VC is Verifiable Credentials Data Model 2.0, OB is Open Badges 3.0. Data model 1.1 has
// other names for two dates.

/** Any credential (Verifiable Credentials Data Model 2.0 §4). */
export function findCredentialErrors(document: Json): ShapeError[] {
  const [first] = getContexts(document);
  const isOld = first === v1;
  const from = isOld ? 'issuanceDate' : 'validFrom';
  const issuer = document.issuer;
  const subjects = all(document.credentialSubject);
  const dates = ['validFrom', 'validUntil', 'issuanceDate', 'expirationDate', 'awardedDate'];
  const { from: start = -Infinity, until: end = Infinity } = readPeriod(document);
  const named = [document, ...(isObject(issuer) ? [issuer] : [])];
  return findBrokenRules([
    [
      'VC 4.3',
      (first === v2 || isOld) &&
        all(document['@context']).every((each) => typeof each === 'string' || isObject(each)),
      'doesn’t start with the context of verifiable credentials',
    ],
    ['VC 4.5', hasType(document, 'VerifiableCredential'), 'isn’t of type VerifiableCredential'],
    ['VC 4.4', document.id === undefined || isUri(document.id), 'has an id that isn’t a URL'],
    [
      'VC 4.6',
      named.every(
        ({ name, description }) => isTextInLanguages(name) && isTextInLanguages(description),
      ),
      'has a name or description that isn’t a string or a language map',
    ],
    [
      'VC 4.7',
      isUri(issuer) || (isObject(issuer) && isUri(issuer.id)),
      'doesn’t name exactly one issuer by URL',
    ],
    [
      'VC 4.8',
      subjects.length > 0 &&
        subjects.every((each) => isObject(each) && Object.keys(each).length > 0),
      'has no credentialSubject',
    ],
    [
      'VC 4.4',
      subjects.filter(isObject).every(({ id }) => id === undefined || isUri(id)),
      'has a credentialSubject with an id that isn’t a URL',
    ],
    ['VC 4.9', start <= end, 'ends before it starts'],
    ['VC 4.9', isOld === false || document[from] !== undefined, `has no ${from}`],
    ...dates.map(
      (name): ShapeRule => [
        'VC 4.9',
        document[name] === undefined || isDateTime(document[name]),
        `has a ${name} that isn’t a single date-time with a time zone`,
      ],
    ),
    [
      'VC 4.10',
      hasTypes(document.credentialStatus) &&
        all(document.credentialStatus)
          .filter(isObject)
          .every(({ id }) => id === undefined || isUri(id)),
      'has a credentialStatus without a type, or with an id that isn’t a URL',
    ],
    [
      'VC 4.11',
      all(document.credentialSchema).every(
        (each) => isObject(each) && isUri(each.id) && hasTypes(each),
      ),
      'has a credentialSchema without a type, or with an id that isn’t a URL',
    ],
    [
      'VC 5.3',
      areRelatedResources(document.relatedResource),
      'has a relatedResource without a unique id or a digest',
    ],
    ['VC 5.4', hasTypes(document.refreshService), 'has a refreshService without a type'],
    ['VC 5.5', hasTypes(document.termsOfUse), 'has a termsOfUse without a type'],
    ['VC 5.6', hasTypes(document.evidence), 'has a piece of evidence without a type'],
  ]);
}

/**
 * An OpenBadgeCredential (Open Badges 3.0 §AchievementCredential and the sections it refers to).
 */
export function findBadgeCredentialErrors(document: Json): ShapeError[] {
  const subject = document.credentialSubject;
  const known = isObject(subject) ? subject : {};
  const achievement = isObject(known.achievement) ? known.achievement : {};
  const identifiers = all(known.identifier);
  const [, second] = getContexts(document);
  return [
    ...findCredentialErrors(document),
    ...findBrokenRules([
      [
        'OB AchievementCredential',
        openBadges.test(second ?? ''),
        'doesn’t have the Open Badges 3.0 context as its second context',
      ],
      [
        'OB AchievementCredential',
        hasType(document, 'OpenBadgeCredential', 'AchievementCredential'),
        'isn’t of type OpenBadgeCredential',
      ],
      ['OB AchievementCredential', isUri(document.id), 'has no id'],
      hasStart(document),
      ['OB AchievementCredential', isObject(subject), 'doesn’t have exactly one recipient'],
      [
        'OB AchievementSubject',
        hasType(known, 'AchievementSubject'),
        'has a subject that isn’t an AchievementSubject',
      ],
      [
        'OB AchievementSubject',
        isUri(known.id) || identifiers.length > 0,
        'has a recipient without an id or identifier',
      ],
      [
        'OB IdentityObject',
        identifiers.every(isIdentity),
        'has an identifier without a type, hash or identityType',
      ],
      [
        'OB Achievement',
        hasType(achievement, 'Achievement'),
        'has no achievement of type Achievement',
      ],
      ['OB Achievement', isUri(achievement.id), 'has an achievement without an id'],
      ['OB Achievement', isText(achievement.name), 'has an achievement without a name'],
      [
        'OB Achievement',
        isText(achievement.description),
        'has an achievement without a description',
      ],
      ['OB Achievement', isObject(achievement.criteria), 'has an achievement without criteria'],
    ]),
    ...findPartErrors(document, known, achievement),
  ];
}

/** Open Badges 3.0 requires a start date in every credential. */
export function hasStart(document: Json): ShapeRule {
  const isOld = getContexts(document)[0] === v1;
  return [
    'OB VerifiableCredential',
    (isOld ? document.issuanceDate : document.validFrom) !== undefined,
    'has no start date',
  ];
}

export function isIdentity(value: unknown): boolean {
  return (
    isObject(value) &&
    hasType(value, 'IdentityObject') &&
    typeof value.hashed === 'boolean' &&
    isText(value.identityHash) &&
    isText(value.identityType)
  );
}

/** Returns the issuer's id. The document may contain only the id or a whole profile. */
export function getIssuerId(document: Json): string {
  return firstText(document.issuer) ?? '';
}
