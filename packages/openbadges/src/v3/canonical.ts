import { canonize } from 'rdf-canonize';

type MessageDigest = { update: (text: string) => void; digest: () => string };

/**
 * Replaces the hash function of canonicalization, which runs often. A caller can measure the work
 * in it and stop it by throwing.
 */
export type CreateMessageDigest = (hash: 'SHA-256' | 'SHA-384') => MessageDigest;

/** Maximum deep comparisons of similar blank nodes, to stop malicious input. */
const MAX_COMPARISONS = 2_000;

/**
 * Canonical N-Quads (RDF Dataset Canonicalization 1.0, RDFC-1.0; SHA-384 for P-384, Data Integrity
 * ECDSA Cryptosuites §3.2.3). Throws if distinguishing blank nodes takes too long.
 */
export function canonicalizeQuads(
  quads: object[],
  hash: 'SHA-256' | 'SHA-384' = 'SHA-256',
  createMessageDigest?: CreateMessageDigest,
): Promise<string> {
  return canonize(quads, {
    algorithm: 'RDFC-1.0',
    messageDigestAlgorithm: hash,
    maxDeepIterations: MAX_COMPARISONS,
    ...(createMessageDigest && { createMessageDigest: () => createMessageDigest(hash) }),
  });
}
