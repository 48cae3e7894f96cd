import type { ProvenBy } from '../shared/found.ts';

// did:web §2.3 excludes IP addresses: no name would be proven.
const host = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;
const segment = /^[A-Za-z0-9._-]+$/;

/**
 * Address of a did:web document (did:web Method Specification §2.5.2). Undefined if it can't be
 * resolved: an IP address, an escaped slash, a parent segment. The caller checks where the name
 * resolves to.
 */
export function didToAddress(did: string): string | undefined {
  const [scheme, method, named = '', ...path] = did.split(':');
  if (scheme !== 'did' || method !== 'web') return undefined;
  const [name = '', port, ...more] = named.split(/%3A/i);
  if (more.length > 0 || !host.test(name) || name.includes('..')) return undefined;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) return undefined;
  if (!path.every((each) => segment.test(each) && each !== '.' && each !== '..')) return undefined;
  const origin = `https://${name}${port === undefined ? '' : `:${port}`}`;
  // URL parsers read any number as an IPv4 address.
  if (!URL.canParse(origin) || /^[\d.]+$/.test(new URL(origin).hostname)) return undefined;
  return `${origin}/${path.length > 0 ? path.join('/') : '.well-known'}/did.json`;
}

/**
 * The did:web of an address: https://a.example:8443/issuer/1 is did:web:a.example%3A8443:issuer:1.
 */
export function addressToDid(address: string): string {
  const { protocol, hostname, port, pathname } = new URL(address);
  const path = pathname.split('/').filter((each) => each !== '');
  const did = ['did', 'web', port ? `${hostname}%3A${port}` : hostname, ...path].join(':');
  if (protocol !== 'https:' || didToAddress(did) === undefined)
    throw new Error(`no did:web can be made of ${address}`);
  return did;
}

/** The key in a did:key; undefined for other DIDs. */
export function readDidKey(did: string): string | undefined {
  return /^did:key:(z[1-9A-HJ-NP-Za-km-z]+)$/.exec(did)?.[1];
}

/**
 * Names the key or the host that a signature proves. Call it only once the key is known to be the
 * issuer's, because this function fetches nothing. Undefined for an unknown kind of identifier.
 */
export function identifyIssuer(issuer: string): ProvenBy | undefined {
  const key = readDidKey(issuer);
  if (key !== undefined) return { by: 'did:key', key };
  const document = didToAddress(issuer);
  if (document !== undefined) {
    const { host, pathname } = new URL(document);
    return {
      by: 'did:web',
      host,
      ...readPath(pathname.replace(/(\/\.well-known)?\/did\.json$/, '')),
    };
  }
  if (!/^https:\/\//i.test(issuer) || !URL.canParse(issuer)) return undefined;
  const { host, pathname, search } = new URL(issuer);
  return { by: 'https-key', host, ...readPath(pathname + search) };
}

function readPath(path: string): { path?: string } {
  return path === '' || path === '/' ? {} : { path };
}
