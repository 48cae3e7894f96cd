import type { Outcome } from './outcome.ts';

/** A document as received, or a phrase that completes "The badge class …". */
export type Answer =
  | {
      status: number;
      document: unknown;
      /**
       * The bytes as received, at most 1 MiB. Digests of related resources are checked against
       * them. Without the bytes, the result of that check is `unknown`.
       */
      body?: Uint8Array | undefined;
    }
  | { problem: string; outcome: Outcome };
/**
 * Verifiers rethrow errors of this function. An address that doesn't respond is a `problem`, not an
 * error.
 */
export type ReadDocument = (url: string) => Promise<Answer>;
