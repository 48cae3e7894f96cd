import { base64urlnopad } from '@scure/base';
import { decodeBase64Url } from '../shared/decode.ts';
import { isObject, type Json } from '../shared/read.ts';
import { decodeMultikey, expandPoint, readDidKey } from './did.ts';

/** A public key that wallets sign with: P-256 or Ed25519. */
export type HolderJwk =
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  | { kty: 'OKP'; crv: 'Ed25519'; x: string };

/** A wallet's key, and the DID by which a credential bound to it names its holder. */
export type HolderKey = { did: string; jwk: HolderJwk };

// A did:jwk of a P-256 key with all optional members has about 300 characters.
const MAX_KID_LENGTH = 1_000;

/**
 * The key in the header of a proof (OpenID4VCI 1.0 Appendix F.1): a `jwk`, or a `kid` that is the DID
 * URL of the key in a did:jwk or did:key. Undefined for other keys and for private ones.
 */
export function readHolderKey({ kid, jwk }: Json): HolderKey | undefined {
  if ((kid === undefined) === (jwk === undefined)) return undefined;
  if (jwk !== undefined) {
    const read = isObject(jwk) ? readHolderJwk(jwk) : undefined;
    return read && { did: encodeDidJwk(read), jwk: read };
  }
  if (typeof kid !== 'string' || kid.length > MAX_KID_LENGTH) return undefined;
  const [did = '', fragment, ...more] = kid.split('#');
  if (more.length > 0) return undefined;
  const read = readDid(did, fragment);
  return read && { did, jwk: read };
}

/** The did:jwk of a key. Equal keys have equal DIDs. */
export function encodeDidJwk(jwk: HolderJwk): string {
  const { kty, crv, x } = jwk;
  const members = kty === 'EC' ? { crv, kty, x, y: jwk.y } : { crv, kty, x };
  return `did:jwk:${base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(members)))}`;
}

function readDid(did: string, fragment: string | undefined): HolderJwk | undefined {
  try {
    const multikey = readDidKey(did);
    if (multikey !== undefined) return fragment === multikey ? decodeKey(multikey) : undefined;
    const encoded = /^did:jwk:([\w-]+)$/.exec(did)?.[1];
    if (encoded === undefined || fragment !== '0') return undefined;
    const jwk: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(decodeBase64Url(encoded)),
    );
    return isObject(jwk) ? readHolderJwk(jwk) : undefined;
  } catch {
    return undefined;
  }
}

function decodeKey(multikey: string): HolderJwk | undefined {
  const { curve, bytes } = decodeMultikey(multikey);
  if (curve === 'Ed25519') return { kty: 'OKP', crv: curve, x: base64urlnopad.encode(bytes) };
  if (curve !== 'P-256') return undefined;
  const point = expandPoint(curve, bytes);
  const [x, y] = [point.slice(1, 33), point.slice(33)].map((each) => base64urlnopad.encode(each));
  return { kty: 'EC', crv: curve, x: x as string, y: y as string };
}

/** Only what identifies the key: wallets add members such as `alg`. */
function readHolderJwk({ kty, crv, x, y, d }: Json): HolderJwk | undefined {
  if (d !== undefined || !isCoordinate(x)) return undefined;
  if (kty === 'OKP' && crv === 'Ed25519') return { kty, crv, x };
  return kty === 'EC' && crv === 'P-256' && isCoordinate(y) ? { kty, crv, x, y } : undefined;
}

/** 32 bytes in base64url. */
function isCoordinate(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== 43) return false;
  try {
    return decodeBase64Url(value).length === 32;
  } catch {
    return false;
  }
}
