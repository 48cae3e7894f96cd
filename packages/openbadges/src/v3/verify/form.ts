import { all, isObject, type Json, words } from '../../shared/read.ts';
import type { Contexts } from './contexts.ts';

/** What says whether and for how long a credential counts. */
const decisive = [
  ...['validFrom', 'validUntil', 'issuanceDate', 'expirationDate', 'credentialStatus', 'issuer'],
];
const valueKeys = new Set(['@value', '@language', '@direction', '@type']);

/**
 * Why what is signed might not be what is read. The signature covers RDF, people and programs read JSON members by their
 * names: JSON-LD has other ways to write the same RDF (full IRIs, `@included`, contexts of one's own, a node in two
 * places), by which `validUntil` or `credentialStatus` could be hidden from readers with the signature intact. Who
 * writes so is not read. Undefined where all is plain.
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
  if (typeof id === 'string' && id.startsWith('_:')) return 'names a blank node';
  const isSame = node !== document && id !== undefined && id === document.id;
  if (isSame && decisive.some((name) => name in node)) return 'says twice when it is valid';
  const names = Object.keys(node).filter((name) => name !== '@context');
  const isValue = '@value' in node && names.every((name) => valueKeys.has(name));
  if (!isValue && names.some((name) => /[@:]/.test(name) || name in Object.prototype))
    return 'is not written in plain members';
  return faultOfContext(node, contexts);
}

function faultOfContext({ '@context': context }: Json, contexts: Contexts): string | undefined {
  for (const each of context === null ? [null] : all(context)) {
    if (typeof each !== 'string') return 'defines words of its own in its context';
    if (!contexts.has(each)) return `uses a context that is not known here: ${each.slice(0, 200)}`;
  }
  return undefined;
}

/** The contexts that a document names, in order. */
export function contextsOf(document: Json): string[] {
  return words(document['@context']);
}
