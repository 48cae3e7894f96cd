import { all, isObject, type Json, words } from '../../shared/read.ts';
import type { Contexts } from './contexts.ts';

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
export function disguise(document: Json, contexts: Contexts): string | undefined {
  let level: unknown[] = [document];
  while (level.length > 0) {
    for (const node of level.filter(isObject)) {
      const fault = faultOf(node, document, contexts);
      if (fault) return fault;
    }
    level = level.flatMap((value) =>
      isObject(value)
        ? Object.values({ ...value, '@context': [] })
        : Array.isArray(value)
          ? value
          : [],
    );
  }
  return undefined;
}

function faultOf(node: Json, document: Json, contexts: Contexts): string | undefined {
  const { id } = node;
  if (typeof id === 'string' && id.startsWith('_:')) return 'uses a blank node';
  const isSame = node !== document && id !== undefined && id === document.id;
  if (isSame && decisive.some((name) => name in node)) return 'states its validity period twice';
  const names = Object.keys(node).filter((name) => name !== '@context');
  const isValue = '@value' in node && names.every((name) => valueKeys.has(name));
  if (!isValue && names.some((name) => /[@:]/.test(name) || name in Object.prototype))
    return 'isn’t written with plain members';
  return faultOfContext(node, contexts);
}

function faultOfContext({ '@context': context }: Json, contexts: Contexts): string | undefined {
  for (const each of context === null ? [null] : all(context)) {
    if (typeof each !== 'string') return 'defines its own terms in its context';
    if (!contexts.has(each)) return `uses an unknown context: ${each.slice(0, 200)}`;
  }
  return undefined;
}

/** Contexts of a document, in order. */
export function contextsOf(document: Json): string[] {
  return words(document['@context']);
}
