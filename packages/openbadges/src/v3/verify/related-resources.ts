import { base58 } from '@scure/base';
import { decodeBase64Url } from '../../shared/base64url.ts';
import { all, isObject, type Json, words } from '../../shared/read.ts';
import { isUri } from './plain.ts';

export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512';
export type ExpectedDigest = { hash: HashName; bytes: Uint8Array };

/** A longer list only makes verifiers send more requests. */
export const MAX_RELATED_RESOURCES = 8;
const MAX_DIGESTS = 8;
/** In characters. The longest digest is SHA-512 in base64 with its prefix. */
const MAX_DIGEST_LENGTH = 150;

/**
 * Verifiable Credentials Data Model 2.0 §5.3: each resource has its own id and at least one digest.
 */
export function areRelatedResources(value: unknown): boolean {
  const resources = all(value);
  const ids = resources.map((each) => (isObject(each) ? each.id : undefined));
  return (
    resources.every(
      (each) =>
        isObject(each) &&
        isUri(each.id) &&
        [each.digestSRI, each.digestMultibase].some((digest) => words(digest).length > 0),
    ) && new Set(ids).size === ids.length
  );
}

/**
 * Returns the digests of a resource: one of each group must match. `hasOthers` is true if some
 * digests can't be read here. In digestSRI, only the digests of the strongest hash count, and any
 * of them may match (Subresource Integrity §3.3.4).
 */
export function digestsOf({ digestSRI, digestMultibase }: Json): {
  groups: ExpectedDigest[][];
  hasOthers: boolean;
} {
  const sri = words(digestSRI)
    .flatMap((each) => each.trim().split(/\s+/, MAX_DIGESTS))
    .slice(0, MAX_DIGESTS)
    .map(readSri);
  const multibase = words(digestMultibase).slice(0, MAX_DIGESTS).map(readMultibase);
  const isKnown = (each: ExpectedDigest | undefined): each is ExpectedDigest => each !== undefined;
  const knownSri = sri.filter(isKnown);
  const size = Math.max(...knownSri.map(({ bytes }) => bytes.length));
  const strongest = knownSri.filter(({ bytes }) => bytes.length === size);
  return {
    groups: [
      ...(strongest.length > 0 ? [strongest] : []),
      ...multibase.filter(isKnown).map((each) => [each]),
    ],
    hasOthers: !(sri.length === 0 || knownSri.length > 0) || !multibase.every(isKnown),
  };
}

const sriHashes = new Map<string, HashName>([
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

function readSri(text: string): ExpectedDigest | undefined {
  if (text.length > MAX_DIGEST_LENGTH) return undefined;
  const [, name = '', value = ''] =
    /^(sha\d{3})-([A-Za-z0-9+/_-]+)={0,2}(?:\?.*)?$/.exec(text) ?? [];
  const hash = sriHashes.get(name);
  return hash && digest(hash, bytesOf(value.replaceAll('+', '-').replaceAll('/', '_')));
}

/** Multihash codes, each with the number of bytes that follow (Controlled Identifiers 1.0 §2.5). */
const multihashes: [prefix: [number, number], hash: HashName][] = [
  [[0x12, 32], 'SHA-256'],
  [[0x20, 48], 'SHA-384'],
  [[0x13, 64], 'SHA-512'],
];

function readMultibase(text: string): ExpectedDigest | undefined {
  if (text.length > MAX_DIGEST_LENGTH) return undefined;
  const bytes = text.startsWith('u')
    ? bytesOf(text.slice(1))
    : text.startsWith('z')
      ? orNothing(() => base58.decode(text.slice(1)))
      : undefined;
  if (!bytes) return undefined;
  // The data model's test suite writes a bare SHA-256.
  if (bytes.length === 32) return digest('SHA-256', bytes);
  const [, hash] =
    multihashes.find(
      ([[code, size]]) => bytes[0] === code && bytes[1] === size && bytes.length === size + 2,
    ) ?? [];
  return hash && digest(hash, bytes.subarray(2));
}

const sizes: Record<HashName, number> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

function digest(hash: HashName, bytes: Uint8Array | undefined): ExpectedDigest | undefined {
  return bytes?.length === sizes[hash] ? { hash, bytes } : undefined;
}

function bytesOf(base64url: string): Uint8Array | undefined {
  return orNothing(() => decodeBase64Url(base64url));
}

function orNothing<T>(take: () => T): T | undefined {
  try {
    return take();
  } catch {
    return undefined;
  }
}
