import { Problem } from '../../kernel/problem.ts';

/** Content-addressed storage. `get` verifies the hash and returns undefined on a mismatch. */
export type ImageStore = {
  put: (bytes: Uint8Array) => Promise<string>;
  get: (cid: string) => Promise<Buffer | undefined>;
  /** True if a blob exists, intact or not. */
  has: (cid: string) => Promise<boolean>;
  /** All names, in no order. */
  list: () => AsyncIterable<string>;
  /** Deleting a missing blob succeeds. */
  remove: (cid: string) => Promise<void>;
};

/** The bytes of a stored picture. Throws if they are missing or damaged. */
export async function loadPicture(
  { images }: { images: Pick<ImageStore, 'get'> },
  cid: string,
): Promise<Buffer> {
  const bytes = await images.get(cid);
  if (!bytes) throw new Problem('image_unavailable', { retryAfterSeconds: 60 });
  return bytes;
}

/** The store doesn't respond or refuses access, so nothing is known about its pictures. */
export class StoreUnavailable extends Problem {
  /** Details for the operator only. */
  readonly reason: string;

  constructor(reason: string, cause: unknown) {
    super('image_unavailable', { retryAfterSeconds: 30, cause });
    this.reason = reason;
  }
}

/** The store is full. Nothing was stored. */
export class StoreFull extends Problem {
  constructor() {
    super('storage_full', { retryAfterSeconds: 60 });
  }
}
