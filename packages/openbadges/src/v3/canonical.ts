import { canonize } from 'rdf-canonize';

/** How often blank nodes that look alike may be compared in depth: what is made to be endless is given up. */
const mostComparisons = 2_000;

/** Canonical N-Quads (RDF Dataset Canonicalization 1.0, RDFC-1.0). Throws where telling blank nodes apart takes too much. */
export function canonical(quads: object[]): Promise<string> {
  return canonize(quads, { algorithm: 'RDFC-1.0', maxDeepIterations: mostComparisons });
}
