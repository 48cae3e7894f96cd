import type { Outcome } from './outcome.ts';

/** A document as received, or a phrase that completes "The badge class …". */
export type Answer =
  | {
      status: number;
      document: unknown;
      /** The bytes as they came, at most 1 MiB. Digests of related resources are checked against them; without, they are `unknown`. */
      body?: Uint8Array | undefined;
    }
  | { problem: string; outcome: Outcome };
/** Verifiers throw what it throws. An address that doesn't answer is a `problem`, not an error. */
export type ReadDocument = (url: string) => Promise<Answer>;
