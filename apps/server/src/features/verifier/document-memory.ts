import { Problem } from '../../kernel/problem.ts';
import { findClientSite } from '../../platform/limits/fair-queue.ts';

/**
 * Bounds the memory of documents from elsewhere, which verifications keep until they end. A client may keep half as
 * much as nobody uses. So only many clients together can use up all shares.
 */
export type DocumentMemory = {
  /** Adds the documents of one verification. */
  open: (client: string) => KeptDocuments;
};

export type KeptDocuments = {
  /** Reserves memory. Throws `busy` if the client has used up its share, and after `giveAll`. */
  take: (bytes: number) => void;
  /** Does nothing after `giveAll`. */
  give: (bytes: number) => void;
  giveAll: () => void;
};

/** Parsed, a document takes up to three times its size. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export function createDocumentMemory(maxBytes = MAX_KEPT_BYTES): DocumentMemory {
  const used = new Map<string, number>();
  let total = 0;
  const get = (name: string): number => used.get(name) ?? 0;
  const add = (names: string[], bytes: number): void => {
    total += bytes;
    for (const name of names) {
      used.set(name, get(name) + bytes);
      if (get(name) === 0) used.delete(name);
    }
  };
  return {
    open(client) {
      const site = findClientSite(client);
      const names = [client, ...(site === undefined ? [] : [site])];
      let own = 0;
      // Requests that a verification doesn't wait for may end after it.
      let isClosed = false;
      const give = (bytes: number): void => {
        if (isClosed) return;
        own -= bytes;
        add(names, -bytes);
      };
      return {
        take(bytes) {
          const free = maxBytes - total;
          const isOver = get(client) + bytes > free / 2;
          // All clients of an IPv6 /48 together.
          const isSiteOver = site !== undefined && get(site) + bytes > free;
          if (isClosed || isOver || isSiteOver) throw new Problem('busy', { retryAfterSeconds: 5 });
          own += bytes;
          add(names, bytes);
        },
        give,
        giveAll() {
          give(own);
          isClosed = true;
        },
      };
    },
  };
}
