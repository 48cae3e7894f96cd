import { all, first, idOf, isObject, isOfType, type Json, text, time } from '../shared/read.ts';

/** An error with its section of Open Badges 2.0. */
export type Fault = { section: string; message: string };

/** Open Badges 2.0 § "Implementation" (JSON-LD): requires the version 2 context. */
function findContextErrors(document: Json): Fault[] {
  const named = all(document['@context']).filter((each) => typeof each === 'string');
  const isV2 = named.some((each) =>
    /^https?:\/\/(w3id\.org\/openbadges\/v2|openbadgespec\.org\/v2\/context\.json)\/?$/.test(each),
  );
  return isV2 ? [] : [{ section: 'JSON-LD', message: 'doesn’t name the Open Badges 2.0 context' }];
}

type Rule = [section: string, isGood: boolean, message: string];

function findBrokenRules(rules: Rule[]): Fault[] {
  return rules
    .filter(([, isGood]) => !isGood)
    .map(([section, , message]) => ({ section, message }));
}

/** Open Badges 2.0 §Assertion, §IdentityObject, §VerificationObject. */
export function faultsOfAssertion(document: Json): Fault[] {
  const recipient = first(document.recipient);
  const verification = first(document.verification ?? document.verify);
  const expires = document.expires;
  return [
    ...findContextErrors(document),
    ...findBrokenRules([
      ['Assertion', isOfType(document, 'Assertion'), 'isn’t of type Assertion'],
      ['Assertion', isIri(idOf(document)), 'has no id'],
      ['Assertion', isObject(recipient), 'has no recipient'],
      [
        'IdentityObject',
        !isObject(recipient) || hasIdentity(recipient),
        'has a recipient without type, identity or hashed',
      ],
      [
        'Assertion',
        isObject(first(document.badge)) || isIri(text(document.badge)),
        'has no badge class',
      ],
      ['VerificationObject', isObject(verification), 'doesn’t state how it’s verified'],
      [
        'DateTime',
        time(document.issuedOn) !== undefined,
        'has an issuedOn that isn’t an ISO 8601 date-time',
      ],
      [
        'DateTime',
        expires === undefined || time(expires) !== undefined,
        'has an expires that isn’t an ISO 8601 date-time',
      ],
    ]),
  ];
}

function hasIdentity(recipient: Json): boolean {
  const hashed = first(recipient.hashed);
  const isFlag = typeof hashed === 'boolean' || hashed === 'true' || hashed === 'false';
  return (
    text(recipient.type ?? recipient['@type']) !== undefined &&
    text(recipient.identity) !== undefined &&
    isFlag
  );
}

/** Open Badges 2.0 §BadgeClass, §Criteria. */
export function faultsOfBadge(document: Json): Fault[] {
  const criteria = first(document.criteria);
  return findBrokenRules([
    ['BadgeClass', isOfType(document, 'BadgeClass'), 'isn’t of type BadgeClass'],
    ['BadgeClass', isIri(idOf(document)), 'has no id'],
    ['BadgeClass', text(document.name) !== undefined, 'has no name'],
    ['BadgeClass', text(document.description) !== undefined, 'has no description'],
    ['BadgeClass', image(document) !== undefined, 'has no image'],
    [
      'Criteria',
      isObject(criteria) ? hasCriteria(criteria) : isIri(text(criteria)),
      'has no criteria: neither a URL nor a narrative',
    ],
    [
      'BadgeClass',
      isObject(first(document.issuer)) || isIri(text(document.issuer)),
      'has no issuer',
    ],
  ]);
}

function hasCriteria(criteria: Json): boolean {
  return text(criteria.narrative) !== undefined || isIri(idOf(criteria));
}

/** Open Badges 2.0 §Profile. */
export function faultsOfIssuer(document: Json): Fault[] {
  return findBrokenRules([
    ['Profile', isOfType(document, 'Issuer', 'Profile'), 'is neither an Issuer nor a Profile'],
    ['Profile', isIri(idOf(document)), 'has no id'],
    ['Profile', text(document.name) !== undefined, 'has no name'],
    ['Profile', isIri(text(document.url)), 'has no url'],
    ['Profile', text(document.email) !== undefined, 'has no email'],
  ]);
}

/** The picture's URL or data URI (Open Badges 2.0 §Image). */
export function image(document: Json): string | undefined {
  return text(document.image);
}

function isIri(value: string | undefined): boolean {
  return value !== undefined && /^[a-z][\w+.-]*:\S+$/i.test(value);
}
