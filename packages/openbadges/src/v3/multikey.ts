import { concatBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { expandPoint } from './point.ts';

export type Curve = 'Ed25519' | 'P-256' | 'P-384';

/** Multicodec prefixes and lengths of public keys (Controlled Identifiers 1.0 §2.2.2, Multikey). */
const codecs: Record<Curve, { prefix: [number, number]; size: number }> = {
  Ed25519: { prefix: [0xed, 0x01], size: 32 },
  'P-256': { prefix: [0x80, 0x24], size: 33 },
  'P-384': { prefix: [0x81, 0x24], size: 49 },
};
const curves = Object.keys(codecs) as Curve[];
// The longest, for P-384, has 72 characters.
const longest = 100;

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

/** Decodes `publicKeyMultibase`. Throws for unknown key types. */
export function decodeMultikey(text: string): { curve: Curve; bytes: Uint8Array } {
  if (!text.startsWith('z') || text.length > longest) throw new Error('not a Multikey');
  const bytes = base58.decode(text.slice(1));
  const curve = curves.find((each) => {
    const { prefix, size } = codecs[each];
    return bytes.length === size + 2 && prefix.every((byte, at) => bytes[at] === byte);
  });
  if (!curve) throw new Error('not a Multikey of Ed25519, P-256 or P-384');
  return { curve, bytes: bytes.subarray(2) };
}

/** Imports a public key for verification. Throws if invalid. */
export async function importMultikey(text: string): Promise<{ curve: Curve; key: CryptoKey }> {
  const { curve, bytes } = decodeMultikey(text);
  const how = curve === 'Ed25519' ? curve : { name: 'ECDSA', namedCurve: curve };
  const raw = curve === 'Ed25519' ? bytes : expandPoint(curve, bytes);
  const key = await crypto.subtle.importKey(
    ...(['raw', raw as Uint8Array<ArrayBuffer>, how, true, ['verify']] as const),
  );
  return { curve, key };
}
