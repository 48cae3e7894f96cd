import { bundled } from '../../src/v3/verify/contexts.ts';

type Loaded = { document: object; documentUrl: string; contextUrl?: undefined };

/** For strangers' libraries: contexts, and documents by their address without a fragment. Nothing is fetched. */
export function strangersLoader(
  documents: Record<string, object>,
): (url: string) => Promise<Loaded> {
  return async (url) => {
    const [address = url, fragment] = url.split('#');
    const found = bundled.get(url) ?? documents[url] ?? documents[address];
    if (!found) throw new Error(`not known here: ${url}`);
    const document = fragment ? (methodIn(found, url) ?? found) : found;
    return { document, documentUrl: url };
  };
}

/** They ask for a key alone by its DID URL. */
function methodIn(document: object, url: string): object | undefined {
  const { verificationMethod = [] } = document as { verificationMethod?: { id: string }[] };
  const found = verificationMethod.find(({ id }) => id === url);
  return found && { '@context': 'https://w3id.org/security/multikey/v1', ...found };
}
