import { sha256, sha384 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Json } from '../../shared/read.ts';
import { type CreateMessageDigest, canonicalizeQuads } from '../canonical.ts';
import { bundled, type Contexts } from './contexts.ts';
import { toQuads } from './to-quads.ts';

export type { CreateMessageDigest } from '../canonical.ts';

const MAX_QUADS = 10_000;
/**
 * In characters, as written. Each statement repeats the ids that it names. A document of 1 MB can have 20 GB of
 * statements, and V8 ends the whole process if a thread needs too much at once for one text.
 */
const MAX_LENGTH = 8 * 1024 * 1024;

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
    quads.length > MAX_QUADS || isTooLong(quads as Quad[])
      ? undefined
      : await canonicalizeQuads(quads, hash, createMessageDigest).catch(() => undefined);
  if (text === undefined) return 'endless';
  return (hash === 'SHA-256' ? sha256 : sha384)(utf8ToBytes(text));
}

type Term = { termType: string; value: string; datatype?: { value: string }; language?: string };
type Quad = Record<'subject' | 'predicate' | 'object' | 'graph', Term>;

function isTooLong(quads: Quad[]): boolean {
  let length = 0;
  return quads.some(({ subject, predicate, object, graph }) => {
    for (const { termType, value, datatype, language = '' } of [
      subject,
      predicate,
      object,
      graph,
    ]) {
      length += termType === 'Literal' ? measureLiteral(value) : measureId(value);
      length += measureId(datatype?.value ?? '') + language.length;
    }
    return length > MAX_LENGTH;
  });
}

/** At least the length in N-Quads, where some characters become two, and others six (`\\u007F`). */
function measureLiteral(value: string): number {
  if (/[^\P{Cc}\t\n\r]/u.test(value)) return 6 * value.length;
  return /["\\\t\n\r]/.test(value) ? 2 * value.length : value.length;
}

/** Like {@link measureLiteral}. In ids, each of these characters becomes six (`\\u007B`). */
function measureId(value: string): number {
  return /[\p{Cc} <>"{}|^`\\]/u.test(value) ? 6 * value.length : value.length;
}

export {
  /** @deprecated Use `hashDocument`. */
  hashDocument as digestOf,
};
