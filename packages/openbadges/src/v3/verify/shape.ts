import { all, isObject, type Json, text, words } from '../../shared/read.ts';
import { contextsOf } from './form.ts';
import { isOfType, isText, isUri } from './plain.ts';
import { faultsOfParts } from './shape-parts.ts';

/** What is wrong with a credential, as what follows “It”, each with the section that says so. */
export type Fault = { section: string; message: string };
type Rule = [section: string, isGood: boolean, message: string];

const v1 = 'https://www.w3.org/2018/credentials/v1';
const v2 = 'https://www.w3.org/ns/credentials/v2';
const openBadges = /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context(-3\.\d\.\d)?\.json$/;
// VC: Verifiable Credentials Data Model 2.0; OB: Open Badges 3.0; those of version 1.1 have other names for two dates.
const dateTime = /^-?\d{4,9}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,12})?(Z|[+-]\d\d:\d\d)$/;

/** Any credential (Verifiable Credentials Data Model 2.0 §4). */
export function faultsOfCredential(document: Json): Fault[] {
  const [first] = contextsOf(document);
  const isOld = first === v1;
  const from = isOld ? 'issuanceDate' : 'validFrom';
  const issuer = document.issuer;
  const subjects = all(document.credentialSubject);
  const dates = ['validFrom', 'validUntil', 'issuanceDate', 'expirationDate', 'awardedDate'];
  return broken([
    ['VC 4.3', first === v2 || isOld, 'does not begin with the context of verifiable credentials'],
    ['VC 4.5', isOfType(document, 'VerifiableCredential'), 'is not of type VerifiableCredential'],
    ['VC 4.4', document.id === undefined || isUri(document.id), 'has an id that is not a URI'],
    [
      'VC 4.7',
      isUri(issuer) || (isObject(issuer) && isUri(issuer.id)),
      'does not name one issuer by a URI',
    ],
    [
      'VC 4.8',
      subjects.length > 0 &&
        subjects.every((each) => isObject(each) && Object.keys(each).length > 0),
      'is about nothing',
    ],
    ['VC 4.9', isOld === false || document[from] !== undefined, `has no ${from}`],
    ...dates.map(
      (name): Rule => [
        'VC 4.9',
        document[name] === undefined || isDateTime(document[name]),
        `has a ${name} that is not one date-time with a zone`,
      ],
    ),
    [
      'VC 4.10',
      all(document.credentialStatus).every((each) => isObject(each) && typesOf(each).length > 0),
      'has a credentialStatus without a type',
    ],
  ]);
}

/** An OpenBadgeCredential (Open Badges 3.0 §AchievementCredential and what it refers to). */
export function faultsOfBadgeCredential(document: Json): Fault[] {
  const subject = document.credentialSubject;
  const known = isObject(subject) ? subject : {};
  const achievement = isObject(known.achievement) ? known.achievement : {};
  const identifiers = all(known.identifier);
  const [, second] = contextsOf(document);
  return [
    ...faultsOfCredential(document),
    ...broken([
      [
        'OB AchievementCredential',
        openBadges.test(second ?? ''),
        'does not have the context of Open Badges 3.0 as its second',
      ],
      [
        'OB AchievementCredential',
        isOfType(document, 'OpenBadgeCredential', 'AchievementCredential'),
        'is not of type OpenBadgeCredential',
      ],
      ['OB AchievementCredential', isUri(document.id), 'has no id'],
      [
        'OB VerifiableCredential',
        (contextsOf(document)[0] === v1 ? document.issuanceDate : document.validFrom) !== undefined,
        'does not say since when it is valid',
      ],
      ['OB AchievementCredential', isObject(subject), 'is not about one recipient'],
      [
        'OB AchievementSubject',
        isOfType(known, 'AchievementSubject'),
        'has a subject that is not an AchievementSubject',
      ],
      [
        'OB AchievementSubject',
        isUri(known.id) || identifiers.length > 0,
        'names its recipient neither by id nor by an identifier',
      ],
      [
        'OB IdentityObject',
        identifiers.every(isIdentity),
        'has an identifier without type, hash or kind',
      ],
      ['OB Achievement', isOfType(achievement, 'Achievement'), 'is not about an Achievement'],
      ['OB Achievement', isUri(achievement.id), 'has an achievement without an id'],
      ['OB Achievement', isText(achievement.name), 'has an achievement without a name'],
      [
        'OB Achievement',
        isText(achievement.description),
        'has an achievement without a description',
      ],
      ['OB Achievement', isObject(achievement.criteria), 'has an achievement without criteria'],
    ]),
    ...faultsOfParts(document, known, achievement),
  ];
}

function isIdentity(value: unknown): boolean {
  return (
    isObject(value) &&
    isOfType(value, 'IdentityObject') &&
    typeof value.hashed === 'boolean' &&
    isText(value.identityHash) &&
    isText(value.identityType)
  );
}

export function isDateTime(value: unknown): value is string {
  return typeof value === 'string' && dateTime.test(value) && !Number.isNaN(Date.parse(value));
}

/** The id of an issuer, who may be named or described. */
export function issuerOf(document: Json): string {
  return text(document.issuer) ?? '';
}

function typesOf(document: Json): string[] {
  return words(document.type);
}

function broken(rules: Rule[]): Fault[] {
  return rules
    .filter(([, isGood]) => !isGood)
    .map(([section, , message]) => ({ section, message }));
}
