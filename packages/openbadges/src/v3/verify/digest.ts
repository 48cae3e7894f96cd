import { sha256, sha384 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../../shared/read.ts';
import { type CreateMessageDigest, canonical } from '../canonical.ts';
import { bundled, type Contexts } from './contexts.ts';
import { mostQuads } from './limits.ts';
import { toQuads } from './to-quads.ts';

export type { CreateMessageDigest } from '../canonical.ts';
export type HashName = 'SHA-256' | 'SHA-384';
/** The hash of what a document says, or why there is none: it says what no context explains, or is made to be endless work. */
export type Digest = Uint8Array | 'unexplained' | 'endless';

/**
 * Hashes the canonical RDF of a document. It is what costs: up to some seconds of work for a document that is made to
 * take long, and is not interrupted. A server does it where it holds nobody up.
 */
export async function digestOf(
  document: Json,
  hash: HashName,
  contexts: Contexts = bundled,
  createMessageDigest?: CreateMessageDigest,
): Promise<Digest> {
  const quads = await toQuads(document, contexts).catch(() => undefined);
  if (!quads) return 'unexplained';
  const text =
    quads.length > mostQuads
      ? undefined
      : await canonical(quads, hash, createMessageDigest).catch(() => undefined);
  if (text === undefined) return 'endless';
  return (hash === 'SHA-256' ? sha256 : sha384)(utf8ToBytes(text));
}
