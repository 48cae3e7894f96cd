import type { Outcome } from './outcome.ts';

/** A document as its server gave it, or why there is none: a phrase that completes "The badge class …". */
export type Answer = { status: number; document: unknown } | { problem: string; outcome: Outcome };
/** What it throws is thrown by whoever verifies: an address that does not answer is a `problem`, not an error. */
export type ReadDocument = (url: string) => Promise<Answer>;
