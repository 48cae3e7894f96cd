import { all, findBrokenRules, isObject, type Json, type ShapeError } from '../../shared/read.ts';
import { getContexts, hasType, isText, isUri, v1, v2 } from './form.ts';
import { findCredentialErrors, hasStart, isIdentity, openBadges } from './shape.ts';
import { findCommonPartErrors } from './shape-parts.ts';

const clr = /^https:\/\/purl\.imsglobal\.org\/spec\/clr\/v2p0\/context(-2\.\d\.\d)?\.json$/;

/** An EndorsementCredential (Open Badges 3.0 §EndorsementCredential). */
export function findEndorsementErrors(document: Json): ShapeError[] {
  const { credentialSubject: subject, issuer } = document;
  const known = isObject(subject) ? subject : {};
  return [
    ...findCredentialErrors(document),
    ...findBrokenRules([
      [
        'OB EndorsementCredential',
        openBadges.test(getContexts(document)[1] ?? ''),
        'doesn’t have the Open Badges 3.0 context as its second context',
      ],
      ['OB EndorsementCredential', isUri(document.id), 'has no id'],
      ['OB EndorsementCredential', isObject(issuer), 'doesn’t describe its issuer'],
      hasStart(document),
      [
        'OB EndorsementSubject',
        isUri(known.id) && hasType(known, 'EndorsementSubject'),
        'has a subject without an id, or one that isn’t an EndorsementSubject',
      ],
    ]),
    ...findCommonPartErrors(document),
  ];
}

/** A ClrCredential (Comprehensive Learner Record 2.0 §ClrCredential, §ClrSubject). The credentials in it are checked one by one. */
export function findLearnerRecordErrors(document: Json): ShapeError[] {
  const { credentialSubject: subject, issuer } = document;
  const known = isObject(subject) ? subject : {};
  const [, ...contexts] = getContexts(document);
  return [
    ...findCredentialErrors(document),
    ...findBrokenRules([
      [
        'CLR ClrCredential',
        contexts.some((each) => clr.test(each)) && contexts.some((each) => openBadges.test(each)),
        'doesn’t have the contexts of CLR 2.0 and Open Badges 3.0',
      ],
      ['CLR ClrCredential', isUri(document.id), 'has no id'],
      ['CLR ClrCredential', isText(document.name), 'has no name'],
      ['CLR ClrCredential', isObject(issuer), 'doesn’t describe its issuer'],
      hasStart(document),
      ['CLR ClrSubject', hasType(known, 'ClrSubject'), 'has a subject that isn’t a ClrSubject'],
      [
        'CLR ClrSubject',
        isUri(known.id) || all(known.identifier).length > 0,
        'has a learner without an id or identifier',
      ],
      [
        'OB IdentityObject',
        all(known.identifier).every(isIdentity),
        'has an identifier without a type, hash or identityType',
      ],
      ['CLR ClrSubject', all(known.verifiableCredential).length > 0, 'contains no credentials'],
    ]),
    ...findCommonPartErrors(document),
  ];
}

/** A presentation (Verifiable Credentials Data Model 2.0 §4.13). */
export function findPresentationErrors(document: Json): ShapeError[] {
  const [first] = getContexts(document);
  const { id, holder, verifiableCredential } = document;
  // Data model 1.1 represents JWTs as strings.
  const isCredential = (value: unknown): boolean =>
    isObject(value) || (first === v1 && typeof value === 'string');
  return findBrokenRules([
    [
      'VC 4.3',
      first === v2 || first === v1,
      'doesn’t start with the context of verifiable credentials',
    ],
    ['VC 4.4', id === undefined || isUri(id), 'has an id that isn’t a URL'],
    [
      'VC 4.13',
      holder === undefined || isUri(holder) || (isObject(holder) && isUri(holder.id)),
      'has a holder that isn’t a URL',
    ],
    [
      'VC 4.13',
      all(verifiableCredential).every(isCredential),
      'contains a credential that isn’t an object',
    ],
  ]);
}
