import { createFinding, type Finding } from '../shared/finding.ts';
import {
  all,
  allTexts,
  findBrokenRules,
  first,
  firstText,
  getHost,
  getId,
  isObject,
  isOfType,
  type Json,
  parseTime,
  type ShapeError,
} from '../shared/read.ts';

/** Open Badges 2.0 § "Implementation" (JSON-LD): requires the version 2 context. */
function findContextErrors(document: Json): ShapeError[] {
  const named = all(document['@context']).filter((each) => typeof each === 'string');
  const isV2 = named.some((each) =>
    /^https?:\/\/(w3id\.org\/openbadges\/v2|openbadgespec\.org\/v2\/context\.json)\/?$/.test(each),
  );
  return isV2 ? [] : [{ section: 'JSON-LD', message: 'doesn’t name the Open Badges 2.0 context' }];
}

/** Open Badges 2.0 §Assertion, §IdentityObject, §VerificationObject. */
export function findAssertionErrors(document: Json): ShapeError[] {
  const recipient = first(document.recipient);
  const verification = first(document.verification ?? document.verify);
  const expires = document.expires;
  return [
    ...findContextErrors(document),
    ...findBrokenRules([
      ['Assertion', isOfType(document, 'Assertion'), 'isn’t of type Assertion'],
      ['Assertion', isIri(getId(document)), 'has no id'],
      ['Assertion', isObject(recipient), 'has no recipient'],
      [
        'IdentityObject',
        !isObject(recipient) || hasIdentity(recipient),
        'has a recipient without type, identity or hashed',
      ],
      [
        'Assertion',
        isObject(first(document.badge)) || isIri(firstText(document.badge)),
        'has no badge class',
      ],
      ['VerificationObject', isObject(verification), 'doesn’t state how it’s verified'],
      [
        'DateTime',
        parseTime(document.issuedOn) !== undefined,
        'has an issuedOn that isn’t an ISO 8601 date-time',
      ],
      [
        'DateTime',
        expires === undefined || parseTime(expires) !== undefined,
        'has an expires that isn’t an ISO 8601 date-time',
      ],
    ]),
  ];
}

function hasIdentity(recipient: Json): boolean {
  const hashed = first(recipient.hashed);
  const isFlag = typeof hashed === 'boolean' || hashed === 'true' || hashed === 'false';
  return (
    firstText(recipient.type ?? recipient['@type']) !== undefined &&
    firstText(recipient.identity) !== undefined &&
    isFlag
  );
}

/** Open Badges 2.0 §BadgeClass, §Criteria. */
export function findBadgeErrors(document: Json): ShapeError[] {
  const criteria = first(document.criteria);
  return findBrokenRules([
    ['BadgeClass', isOfType(document, 'BadgeClass'), 'isn’t of type BadgeClass'],
    ['BadgeClass', isIri(getId(document)), 'has no id'],
    ['BadgeClass', firstText(document.name) !== undefined, 'has no name'],
    ['BadgeClass', firstText(document.description) !== undefined, 'has no description'],
    ['BadgeClass', getPictureUrl(document) !== undefined, 'has no image'],
    [
      'Criteria',
      isObject(criteria) ? hasCriteria(criteria) : isIri(firstText(criteria)),
      'has no criteria: neither a URL nor a narrative',
    ],
    [
      'BadgeClass',
      isObject(first(document.issuer)) || isIri(firstText(document.issuer)),
      'has no issuer',
    ],
  ]);
}

function hasCriteria(criteria: Json): boolean {
  return firstText(criteria.narrative) !== undefined || isIri(getId(criteria));
}

/** Open Badges 2.0 §Profile. */
export function findIssuerErrors(document: Json): ShapeError[] {
  return findBrokenRules([
    ['Profile', isOfType(document, 'Issuer', 'Profile'), 'is neither an Issuer nor a Profile'],
    ['Profile', isIri(getId(document)), 'has no id'],
    ['Profile', firstText(document.name) !== undefined, 'has no name'],
    ['Profile', isIri(firstText(document.url)), 'has no url'],
    ['Profile', firstText(document.email) !== undefined, 'has no email'],
  ]);
}

/** The picture's URL or data URI (Open Badges 2.0 §Image). */
export function getPictureUrl(document: Json): string | undefined {
  return firstText(document.image);
}

function isIri(value: string | undefined): boolean {
  return value !== undefined && /^[a-z][\w+.-]*:\S+$/i.test(value);
}

/**
 * Checks that the issuer's assertions may be hosted at this id (Open Badges 2.0 §VerificationObject
 * for Profile properties): under `startsWith`, or on one of `allowedOrigins`; by default on the
 * issuer's own host.
 */
export function checkScope(assertion: Json, issuer: Json): Finding {
  const method = first(assertion.verification ?? assertion.verify);
  const kinds = isObject(method) ? allTexts(method.type ?? method['@type']) : [];
  if (!kinds.some((kind) => /(^|[:#/])(hosted|HostedBadge)$/.test(kind)))
    return createFinding('unknown', 'hosting_signed');
  const id = getId(assertion) ?? '';
  return getHost(id) && isAllowedAddress(id, issuer)
    ? createFinding('valid', 'hosted_by_issuer')
    : createFinding('invalid', 'hosted_elsewhere');
}

function isAllowedAddress(id: string, issuer: Json): boolean {
  const says = first(issuer.verification);
  const { startsWith, allowedOrigins }: Json = isObject(says) ? says : {};
  if (all(startsWith).length + all(allowedOrigins).length === 0)
    return getHost(firstText(issuer.id ?? issuer['@id'])) === getHost(id);
  // Parsed once: both may be long.
  const whole = URL.canParse(id) ? new URL(id).href : undefined;
  return (
    (whole !== undefined && allTexts(startsWith).some((prefix) => isUnder(prefix, whole))) ||
    allTexts(allowedOrigins).map(getHost).includes(getHost(id))
  );
}

/** A prefix that ends at a path or query boundary: /a covers /a/1, not /ab. */
function isUnder(prefix: string, whole: string): boolean {
  if (!URL.canParse(prefix)) return false;
  const start = new URL(prefix).href;
  if (!whole.startsWith(start)) return false;
  const rest = whole.slice(start.length);
  if (rest === '') return true;
  return start.includes('?')
    ? /[=&]$/.test(start) || /^[&#]/.test(rest)
    : start.endsWith('/') || /^[/?#]/.test(rest);
}
