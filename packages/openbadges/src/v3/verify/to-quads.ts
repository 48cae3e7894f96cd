import jsonld from 'jsonld';
import type { Json } from '../../shared/read.ts';
import type { Contexts } from './contexts.ts';

export type DocumentLoader = (
  url: string,
) => Promise<{ document: object; documentUrl: string; tag: 'static' }>;

/**
 * Converts any document to RDF. Throws for undefined terms, which would not be signed, and for
 * unknown contexts. The caller bounds the cost ({@link limits}).
 */
export function toQuads(document: Json, contexts: Contexts): Promise<object[]> {
  return jsonld.toRDF(document, {
    safe: true,
    // As in the Data Integrity suites: otherwise texts with a direction couldn't be signed.
    rdfDirection: 'i18n-datatype',
    documentLoader: createDocumentLoader(contexts),
  });
}

/** Serves known contexts. Fetches nothing. */
export function createDocumentLoader(contexts: Contexts): DocumentLoader {
  return async (url) => {
    const found = contexts.get(url);
    if (!found) throw new Error(`unknown context ${url}`);
    // `static` lets the processor cache the parsed context.
    return { document: found, documentUrl: url, tag: 'static' };
  };
}
