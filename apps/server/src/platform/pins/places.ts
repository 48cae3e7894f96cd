import { isIP } from 'node:net';

/** A service that keeps copies of published pictures. */
export type PinPlace = {
  kind: 'psa' | 'kubo';
  /** The setting without the token: identifies the place in the database, logs and reports. */
  name: string;
  /** Where its API begins, without a slash at the end. */
  url: string;
  token: string | undefined;
};

const MAX_PLACES = 8;
const forms = 'psa+https://token@host/…, psa+http:// for this machine, and kubo+http://host:5001';

/**
 * Parses IMAGE_PINS. The messages name an entry by its position: it may contain a token.
 */
export function parsePinPlaces(text: string): PinPlace[] {
  const places = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map(parsePlace);
  if (places.length > MAX_PLACES) throw new Error(`must have at most ${MAX_PLACES} entries`);
  if (new Set(places.map(({ name }) => name)).size < places.length)
    throw new Error('names the same service twice');
  return places;
}

function parsePlace(entry: string, index: number): PinPlace {
  const [, kind, rest = ''] = /^(psa|kubo)\+(https?:\/\/[^/].*)$/.exec(entry) ?? [];
  const url = URL.parse(rest);
  const refusal = url ? findPlaceRefusal(kind === 'psa', url) : `use ${forms}`;
  if (!url || refusal) throw new Error(`has the wrong entry ${index + 1}: ${refusal}`);
  const address = url.origin + url.pathname.replace(/(?<!\/)\/+$/, '');
  const token = url.username ? decodeToken(url.username) : undefined;
  if (token !== undefined && !/^[\x21-\x7e]{1,4000}$/.test(token))
    throw new Error(`has the wrong entry ${index + 1}: the token contains invalid characters`);
  return {
    ...{ kind: kind === 'psa' ? 'psa' : 'kubo', url: address, token },
    name: `${kind}+${address}`,
  };
}

function findPlaceRefusal(isPsa: boolean, url: URL): string | undefined {
  if (url.password || url.search || url.hash)
    return 'it must have no password, query or fragment. The token is alone before the @';
  const isPlain = url.protocol === 'http:';
  if (!isPsa) return url.username || !isPlain ? `use ${forms}` : undefined;
  if (!url.username) return 'the token is missing. Use psa+https://token@host/…';
  return isPlain && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
    ? 'the token would be sent unencrypted. Use psa+https://'
    : undefined;
}

function decodeToken(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Where services fetch our pictures: the gateway at BASE_URL as a multiaddr, for the Pinning Service
 * API's `origins`.
 */
export function buildOrigin(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = { 4: 'ip4', 6: 'ip6' }[isIP(host)] ?? 'dns';
  const name = protocol === 'https:' ? 'https' : 'http';
  return `/${family}/${host}/tcp/${port || (name === 'https' ? 443 : 80)}/${name}`;
}
