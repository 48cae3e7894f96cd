import { sha256, sha384 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../../shared/read.ts';
import { type CreateMessageDigest, canonicalizeQuads } from '../canonical.ts';
import { bundled, type Contexts } from './contexts.ts';
import { toQuads } from './to-quads.ts';

export type { CreateMessageDigest } from '../canonical.ts';

const MAX_QUADS = 10_000;

export type HashName = 'SHA-256' | 'SHA-384';
/** Hash of a document, or the reason there is none: undefined terms, or too expensive. */
export type Digest = Uint8Array | 'unexplained' | 'endless';

/**
 * Hashes the canonical RDF of a document. Expensive: up to seconds for hostile documents, without
 * interruption, so servers run it in a worker.
 */
export async function hashDocument(
  document: Json,
  hash: HashName,
  contexts: Contexts = bundled,
  createMessageDigest?: CreateMessageDigest,
): Promise<Digest> {
  const quads = await toQuads(document, contexts).catch(() => undefined);
  if (!quads) return 'unexplained';
  const text =
    quads.length > MAX_QUADS
      ? undefined
      : await canonicalizeQuads(quads, hash, createMessageDigest).catch(() => undefined);
  if (text === undefined) return 'endless';
  return (hash === 'SHA-256' ? sha256 : sha384)(utf8ToBytes(text));
}

export {
  /** @deprecated Use `hashDocument`. */
  hashDocument as digestOf,
};
