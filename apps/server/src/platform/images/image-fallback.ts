import type { ImageStore } from './image-store.ts';

/**
 * During a move: writes go to both stores, so that older processes see them, and reads fall back to
 * the former one.
 */
export function createFallbackStore(present: ImageStore, former: ImageStore): ImageStore {
  return {
    get: async (cid) => (await present.get(cid)) ?? former.get(cid),
    has: async (cid) => (await present.has(cid)) || former.has(cid),
    async put(bytes) {
      await former.put(bytes);
      return present.put(bytes);
    },
    list: present.list,
    async remove(cid) {
      await present.remove(cid);
      await former.remove(cid);
    },
  };
}
