import { base58 } from '@scure/base';
import { decodeBase64Url } from '../../shared/decode.ts';
import { createFinding, type Finding } from '../../shared/finding.ts';
import { all, allTexts, isObject, type Json } from '../../shared/read.ts';
import { fetchNamed } from '../../shared/reader.ts';
import type { KeySearch } from './find-key.ts';
import { isUri } from './form.ts';

/** In bytes, for one resource. */
const MAX_RESOURCE_SIZE = 1024 * 1024;

/**
 * Checks that the resources a credential refers to are unchanged since it was signed (Verifiable
 * Credentials Data Model 2.0 §5.3: another digest is an error). Undefined if it has no related
 * resources.
 */
export async function checkResources(
  document: Json,
  { read }: KeySearch,
): Promise<Finding | undefined> {
  const resources = all(document.relatedResource).filter(isObject);
  if (resources.length === 0) return undefined;
  if (resources.length > MAX_RELATED_RESOURCES)
    return createFinding('unknown', 'too_many_resources', { limit: MAX_RELATED_RESOURCES });
  const found: Finding[] = [];
  for (const resource of resources) found.push(await checkResource(resource, read));
  return (
    found.find(({ outcome }) => outcome === 'invalid') ??
    found.find(({ outcome }) => outcome === 'unknown') ??
    createFinding('valid', 'resources_unchanged')
  );
}

async function checkResource(resource: Json, read: KeySearch['read']): Promise<Finding> {
  const address = String(resource.id);
  const url = address.slice(0, 200);
  const reportUnread = (problem: string): Finding => ({
    ...createFinding('unknown', 'resource_unread', { url }),
    message: `The related resource ${url} ${problem}.`,
  });
  const { groups, hasOthers } = readDigests(resource);
  const unsupported = createFinding('unknown', 'resource_digest_unsupported', { url });
  if (groups.length === 0) return unsupported;
  const answer = await fetchNamed(address, read);
  if (typeof answer === 'string') return reportUnread(answer);
  const { body, unread } = answer;
  if (!body) return reportUnread(unread ?? 'was fetched without its content');
  if (body.length > MAX_RESOURCE_SIZE) return reportUnread('is larger than 1 MiB');
  const hashBody = createHasher(body);
  for (const group of groups)
    if (!(await isDigestInGroup(group, hashBody)))
      return createFinding('invalid', 'resource_changed', { url });
  return hasOthers
    ? {
        ...unsupported,
        message: `The related resource ${url} has another digest of an unsupported type.`,
      }
    : createFinding('valid', 'resources_unchanged');
}

async function isDigestInGroup(group: ExpectedDigest[], hashBody: HashBody): Promise<boolean> {
  const matches = await Promise.all(group.map((expected) => isDigestEqual(expected, hashBody)));
  return matches.includes(true);
}

async function isDigestEqual(
  { hash, bytes }: ExpectedDigest,
  hashBody: HashBody,
): Promise<boolean> {
  const found = new Uint8Array(await hashBody(hash));
  return found.every((byte, at) => byte === bytes[at]);
}

type HashBody = (hash: ResourceHashName) => Promise<ArrayBuffer>;

/** Hashes once by each name, because a resource may have many digests. */
function createHasher(body: Uint8Array): HashBody {
  const known = new Map<ResourceHashName, Promise<ArrayBuffer>>();
  return (hash) => {
    const found = known.get(hash) ?? crypto.subtle.digest(hash, body as Uint8Array<ArrayBuffer>);
    known.set(hash, found);
    return found;
  };
}

type ResourceHashName = 'SHA-256' | 'SHA-384' | 'SHA-512';
type ExpectedDigest = { hash: ResourceHashName; bytes: Uint8Array };

/** A longer list only makes verifiers send more requests. */
const MAX_RELATED_RESOURCES = 8;
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
        [each.digestSRI, each.digestMultibase].some(
          (createDigest) => allTexts(createDigest).length > 0,
        ),
    ) && new Set(ids).size === ids.length
  );
}

/**
 * Returns the digests of a resource: one of each group must match. `hasOthers` is true if some
 * digests can't be read here. In digestSRI, only the digests of the strongest hash count, and any
 * of them may match (Subresource Integrity §3.3.4).
 */
function readDigests({ digestSRI, digestMultibase }: Json): {
  groups: ExpectedDigest[][];
  hasOthers: boolean;
} {
  const sri = allTexts(digestSRI)
    .flatMap((each) => each.trim().split(/\s+/, MAX_DIGESTS))
    .slice(0, MAX_DIGESTS)
    .map(readSri);
  const multibase = allTexts(digestMultibase).slice(0, MAX_DIGESTS).map(readMultibase);
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

const sriHashes = new Map<string, ResourceHashName>([
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
]);

function readSri(text: string): ExpectedDigest | undefined {
  if (text.length > MAX_DIGEST_LENGTH) return undefined;
  const [, name = '', value = ''] =
    /^(sha\d{3})-([A-Za-z0-9+/_-]+)={0,2}(?:\?.*)?$/.exec(text) ?? [];
  const hash = sriHashes.get(name);
  return hash && createDigest(hash, decodeBytes(value.replaceAll('+', '-').replaceAll('/', '_')));
}

/** Multihash codes, each with the number of bytes that follow (Controlled Identifiers 1.0 §2.5). */
const multihashes: [prefix: [number, number], hash: ResourceHashName][] = [
  [[0x12, 32], 'SHA-256'],
  [[0x20, 48], 'SHA-384'],
  [[0x13, 64], 'SHA-512'],
];

function readMultibase(text: string): ExpectedDigest | undefined {
  if (text.length > MAX_DIGEST_LENGTH) return undefined;
  const bytes = text.startsWith('u')
    ? decodeBytes(text.slice(1))
    : text.startsWith('z')
      ? tryDecode(() => base58.decode(text.slice(1)))
      : undefined;
  if (!bytes) return undefined;
  // The data model's test suite writes a bare SHA-256.
  if (bytes.length === 32) return createDigest('SHA-256', bytes);
  const [, hash] =
    multihashes.find(
      ([[code, size]]) => bytes[0] === code && bytes[1] === size && bytes.length === size + 2,
    ) ?? [];
  return hash && createDigest(hash, bytes.subarray(2));
}

const sizes: Record<ResourceHashName, number> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

function createDigest(
  hash: ResourceHashName,
  bytes: Uint8Array | undefined,
): ExpectedDigest | undefined {
  return bytes?.length === sizes[hash] ? { hash, bytes } : undefined;
}

function decodeBytes(base64url: string): Uint8Array | undefined {
  return tryDecode(() => decodeBase64Url(base64url));
}

function tryDecode<T>(take: () => T): T | undefined {
  try {
    return take();
  } catch {
    return undefined;
  }
}
