import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import * as Ed25519Multikey from '@digitalbazaar/ed25519-multikey';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import * as vc from '@digitalbazaar/vc';
import { bundled } from '../../src/v3/verify/contexts.ts';

type LoadedDocument = { document: object; documentUrl: string; contextUrl?: undefined };

/** Document loader for other libraries. Fetches nothing. */
export function strangersLoader(
  documents: Record<string, object>,
): (url: string) => Promise<LoadedDocument> {
  return async (url) => {
    const [address = url, fragment] = url.split('#');
    const found = bundled.get(url) ?? documents[url] ?? documents[address];
    if (!found) throw new Error(`not known here: ${url}`);
    const document = fragment ? (methodIn(found, url) ?? found) : found;
    return { document, documentUrl: url };
  };
}

/** They request single keys by DID URL. */
function methodIn(document: object, url: string): object | undefined {
  const { verificationMethod = [] } = document as { verificationMethod?: { id: string }[] };
  const found = verificationMethod.find(({ id }) => id === url);
  return found && { '@context': 'https://w3id.org/security/multikey/v1', ...found };
}

/** A credential signed by @digitalbazaar/vc, with cached contexts. */
export async function issuedByStrangers(
  credential: object,
  keyPair: object,
  date: string,
): Promise<object> {
  const { signer } = await Ed25519Multikey.from(keyPair);
  const suite = new DataIntegrityProof({ signer: signer(), cryptosuite, date });
  return vc.issue({ credential, suite, documentLoader: cached });
}

const load = strangersLoader({});
const cached = async (url: string): Promise<object> => ({ ...(await load(url)), tag: 'static' });
