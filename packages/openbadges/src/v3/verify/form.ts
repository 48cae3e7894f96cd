import type { Jws } from '../../shared/decode.ts';
import { all, allTexts, isObject, type Json } from '../../shared/read.ts';
import type { Contexts } from './contexts.ts';

/** A key-binding JWT (RFC 9901 §4.3), and the text that it covers. */
export type KeyBinding = { jwt: Jws; presented: string };
/** A signed document: JSON with proofs, or the payload of a JWT or SD-JWT. */
export type ParsedDocument = {
  document: Json;
  jwt?: Jws | undefined;
  /** Only if the holder of an SD-JWT presents it. */
  binding?: KeyBinding | undefined;
};
/**
 * `problem` completes “It …”. `document` is set if the text could be parsed. `outcome` is invalid
 * unless set. `code` is set if it is too complex to be read.
 */
export type ParseFailure = {
  problem: string;
  document?: Json | undefined;
  outcome?: 'unknown' | undefined;
  code?: 'too_complex' | undefined;
};

/** The document may well be genuine. */
export function refuseExcess(problem: string, document?: Json): ParseFailure {
  return { problem, document, outcome: 'unknown', code: 'too_complex' };
}

export const v1 = 'https://www.w3.org/2018/credentials/v1';

export const v2 = 'https://www.w3.org/ns/credentials/v2';

const uri = /^[a-z][a-z0-9+.-]*:\S+$/i;

export function isUri(value: unknown): value is string {
  return typeof value === 'string' && uri.test(value) && URL.canParse(value);
}

/** A string or a language value object. */
export function isText(value: unknown): boolean {
  const written = isObject(value) ? value['@value'] : value;
  return typeof written === 'string' && written.trim() !== '';
}

const languageKeys = new Set(['@value', '@language', '@direction']);

/**
 * True for a text, for one or several language value objects (Verifiable Credentials Data Model 2.0
 * §11.1), and for a missing value.
 */
export function isTextInLanguages(value: unknown): boolean {
  if (value === undefined || typeof value === 'string') return true;
  return all(value).every(
    (each) =>
      isObject(each) &&
      typeof each['@value'] === 'string' &&
      Object.keys(each).every((name) => languageKeys.has(name)),
  );
}

export function hasType(document: Json, ...types: string[]): boolean {
  return allTexts(document.type).some((each) => types.includes(each));
}

/** True if every value of a member is an object with a type. True for none. */
export function hasTypes(value: unknown): boolean {
  return all(value).every((each) => isObject(each) && allTexts(each.type).length > 0);
}

/** Members that decide whether and how long a credential is valid. */
const decisive = [
  ...['validFrom', 'validUntil', 'issuanceDate', 'expirationDate', 'credentialStatus', 'issuer'],
];
const valueKeys = new Set(['@value', '@language', '@direction', '@type']);

/**
 * Reason why the signed content may differ from what readers see. The signature covers RDF, while
 * readers use JSON members. JSON-LD can write the same RDF differently (full IRIs, `@included`,
 * inline contexts, split nodes), which could hide `validUntil` or `credentialStatus` with an intact
 * signature. Such documents are refused. Undefined if plain.
 */
export function findDisguise(document: Json, contexts: Contexts): string | undefined {
  let level: unknown[] = [document];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const value of level) {
      const disguise = isObject(value) ? findNodeDisguise(value, document, contexts) : undefined;
      if (disguise) return disguise;
      addObjects(next, value);
    }
    level = next;
  }
  return undefined;
}

/** Adds the objects and arrays in a value, except for contexts. */
function addObjects(found: unknown[], value: unknown): void {
  const isNode = isObject(value);
  for (const [name, each] of Object.entries(value as object))
    if (typeof each === 'object' && each !== null && !(isNode && name === '@context'))
      found.push(each);
}

function findNodeDisguise(node: Json, document: Json, contexts: Contexts): string | undefined {
  const { id } = node;
  if (typeof id === 'string' && id.startsWith('_:')) return 'uses a blank node';
  const isSame = node !== document && id !== undefined && id === document.id;
  if (isSame && decisive.some((name) => name in node)) return 'states its validity period twice';
  const names = Object.keys(node);
  const isValue =
    '@value' in node && names.every((name) => name === '@context' || valueKeys.has(name));
  if (!isValue && names.some((name) => name !== '@context' && isDisguised(name)))
    return 'isn’t written with plain members';
  return findContextDisguise(node, contexts);
}

function isDisguised(name: string): boolean {
  return name.includes('@') || name.includes(':') || name in Object.prototype;
}

function findContextDisguise(
  { '@context': context }: Json,
  contexts: Contexts,
): string | undefined {
  for (const each of context === null ? [null] : all(context)) {
    if (typeof each !== 'string') return 'defines its own terms in its context';
    if (!contexts.has(each)) return `uses an unknown context: ${each.slice(0, 200)}`;
  }
  return undefined;
}

/** Contexts of a document, in order. */
export function getContexts(document: Json): string[] {
  return allTexts(document['@context']);
}

export type SignedDocumentKind =
  | 'badge'
  | 'endorsement'
  | 'record'
  | 'presentation'
  | 'envelope'
  | 'other';

const kinds: [type: string, kind: SignedDocumentKind][] = [
  ['VerifiablePresentation', 'presentation'],
  ['EnvelopedVerifiableCredential', 'envelope'],
  ['EnvelopedVerifiablePresentation', 'envelope'],
  ['OpenBadgeCredential', 'badge'],
  ['AchievementCredential', 'badge'],
  ['EndorsementCredential', 'endorsement'],
  ['ClrCredential', 'record'],
];

/**
 * Determines the kind from the types. A badge that lacks its type is recognized by its subject, so
 * that the badge's rules apply to it.
 */
export function getDocumentKind(document: Json): SignedDocumentKind {
  const [, kind] = kinds.find(([type]) => hasType(document, type)) ?? [];
  if (kind) return kind;
  const { credentialSubject: subject } = document;
  return isObject(subject) && hasType(subject, 'AchievementSubject') ? 'badge' : 'other';
}

/** Specific types of a credential. */
export function describeTypes(document: Json): string {
  const names = allTexts(document.type).filter((type) => type !== 'VerifiableCredential');
  return names.length > 0 ? names.join(', ').slice(0, 100) : 'VerifiableCredential';
}
