import { Problem } from '../../kernel/problem.ts';

/** Blobs by content: what `get` returns has the hash that its name says, or it is undefined. */
export type ImageStore = {
  put: (bytes: Uint8Array) => Promise<string>;
  get: (cid: string) => Promise<Buffer | undefined>;
  /** Whether there is something by that name, whatever it is. */
  has: (cid: string) => Promise<boolean>;
  /** The names of all that are there, in no order. */
  list: () => AsyncIterable<string>;
  /** Takes one away; one that is not there is no error. */
  remove: (cid: string) => Promise<void>;
};

/** It does not answer, or refuses us: of no picture is it known whether it is there. */
export class StoreAway extends Problem {
  /** Which one, and why: for the operator only. */
  readonly told: string;

  constructor(told: string, cause: unknown) {
    super('image_unavailable', { retryAfterSeconds: 30, cause });
    this.told = told;
  }
}

/** There is no room for more: nothing was stored. */
export class StoreFull extends Problem {
  constructor() {
    super('storage_full', { retryAfterSeconds: 60 });
  }
}
