import type { ProvenBy } from '../../shared/found-issuer.ts';
import { addressOfDid, multikeyOfDid } from '../did.ts';

/**
 * Names the key or the host that a signature proves. Call it only once the key is known to be the
 * issuer's, because this function fetches nothing. Undefined for an unknown kind of identifier.
 */
export function provenIssuer(issuer: string): ProvenBy | undefined {
  const key = multikeyOfDid(issuer);
  if (key !== undefined) return { by: 'did:key', key };
  const document = addressOfDid(issuer);
  if (document !== undefined) {
    const { host, pathname } = new URL(document);
    return {
      by: 'did:web',
      host,
      ...pathIn(pathname.replace(/(\/\.well-known)?\/did\.json$/, '')),
    };
  }
  if (!/^https:\/\//i.test(issuer) || !URL.canParse(issuer)) return undefined;
  const { host, pathname, search } = new URL(issuer);
  return { by: 'https-key', host, ...pathIn(pathname + search) };
}

function pathIn(path: string): { path?: string } {
  return path === '' || path === '/' ? {} : { path };
}
