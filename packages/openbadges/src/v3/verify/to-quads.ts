import jsonld from 'jsonld';
import type { Json } from '../../shared/read.ts';
import type { Contexts } from './contexts.ts';

export type Loader = (
  url: string,
) => Promise<{ document: object; documentUrl: string; tag: 'static' }>;

/**
 * The RDF of anybody's document. Throws where a member is in none of its contexts, which would not be signed, and where
 * a context is unknown. What it costs is bounded by the caller ({@link limits}).
 */
export function toQuads(document: Json, contexts: Contexts): Promise<object[]> {
  return jsonld.toRDF(document, {
    safe: true,
    // As the suites of Data Integrity have it: else texts with a direction could not be signed.
    rdfDirection: 'i18n-datatype',
    documentLoader: loaderOf(contexts),
  });
}

/** Of contexts that are known; nothing is fetched. */
export function loaderOf(contexts: Contexts): Loader {
  return async (url) => {
    const found = contexts.get(url);
    if (!found) throw new Error(`unknown context ${url}`);
    // `static`: the processor keeps what it made of it.
    return { document: found, documentUrl: url, tag: 'static' };
  };
}
