import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
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

/** Primes and coefficients b of y² = x³ - 3x + b (NIST SP 800-186 §3.2.1). */
const parameters = {
  'P-256': {
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  'P-384': {
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
};

/** Decompresses a point (SEC 1 §2.3.4), because not every Web Crypto accepts the short form. */
export function expandPoint(curve: 'P-256' | 'P-384', compressed: Uint8Array): Uint8Array {
  const { p, b } = parameters[curve];
  const sign = compressed[0];
  const x = BigInt(`0x${bytesToHex(compressed.subarray(1))}`);
  if ((sign !== 2 && sign !== 3) || x >= p) throw new Error('not a compressed point');
  const square = (x * x * x - 3n * x + b) % p;
  // Both primes are 3 modulo 4.
  const root = power((square + p) % p, (p + 1n) / 4n, p);
  if ((root * root - square) % p !== 0n) throw new Error(`not a point of ${curve}`);
  const y = root % 2n === BigInt(sign & 1) ? root : p - root;
  const hex = (value: bigint): string =>
    value.toString(16).padStart(2 * (compressed.length - 1), '0');
  return hexToBytes(`04${hex(x)}${hex(y)}`);
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

export type Curve = 'Ed25519' | 'P-256' | 'P-384';

/** Multicodec prefixes and lengths of public keys (Controlled Identifiers 1.0 §2.2.2, Multikey). */
const codecs: Record<Curve, { prefix: [number, number]; size: number }> = {
  Ed25519: { prefix: [0xed, 0x01], size: 32 },
  'P-256': { prefix: [0x80, 0x24], size: 33 },
  'P-384': { prefix: [0x81, 0x24], size: 49 },
};
const curves = Object.keys(codecs) as Curve[];
// The longest, for P-384, has 72 characters.
const MAX_MULTIKEY_LENGTH = 100;

/** Encodes a Web Crypto public key as `publicKeyMultibase` with a compressed point. */
export async function encodeMultikey(key: CryptoKey): Promise<string> {
  const curve = curves.find(
    (each) =>
      each === (key.algorithm as Partial<EcKeyAlgorithm>).namedCurve || each === key.algorithm.name,
  );
  if (!curve) throw new Error(`no Multikey can be made of ${key.algorithm.name}`);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', key));
  const isOdd = ((raw.at(-1) ?? 0) & 1) === 1;
  const half = (raw.length - 1) / 2;
  const point = (): Uint8Array => Uint8Array.of(isOdd ? 3 : 2, ...raw.subarray(1, 1 + half));
  const bytes = curve === 'Ed25519' ? raw : point();
  return `z${base58.encode(concatBytes(Uint8Array.from(codecs[curve].prefix), bytes))}`;
}

/** A key of an unsupported type, which may well be genuine. */
export class UnsupportedKeyError extends Error {}

/** Decodes `publicKeyMultibase`. Throws {@link UnsupportedKeyError} for unknown key types. */
export function decodeMultikey(text: string): { curve: Curve; bytes: Uint8Array } {
  if (!text.startsWith('z')) throw new Error('not a Multikey');
  // Such as RSA.
  if (text.length > MAX_MULTIKEY_LENGTH) throw new UnsupportedKeyError('longer than a known key');
  const bytes = base58.decode(text.slice(1));
  const curve = curves.find((each) => codecs[each].prefix.every((byte, at) => bytes[at] === byte));
  const isKey = bytes.length >= codecs.Ed25519.size + 2;
  if (!curve && isKey) throw new UnsupportedKeyError('not of Ed25519, P-256 or P-384');
  if (!curve || bytes.length !== codecs[curve].size + 2) throw new Error('not a Multikey');
  return { curve, bytes: bytes.subarray(2) };
}

/** Imports a public key for verification. Throws if invalid. */
export async function importMultikey(text: string): Promise<{ curve: Curve; key: CryptoKey }> {
  const { curve, bytes } = decodeMultikey(text);
  const algorithm = curve === 'Ed25519' ? curve : { name: 'ECDSA', namedCurve: curve };
  const raw = curve === 'Ed25519' ? bytes : expandPoint(curve, bytes);
  const key = await crypto.subtle.importKey(
    ...(['raw', raw as Uint8Array<ArrayBuffer>, algorithm, true, ['verify']] as const),
  );
  return { curve, key };
}
