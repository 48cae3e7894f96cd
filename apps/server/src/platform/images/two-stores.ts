import type { ImageStore } from './image-store.ts';

/**
 * While pictures move: what is written goes to both, so that processes which know only the former see it too, and what the
 * present store does not have yet comes from the former.
 */
export function twoStores(present: ImageStore, former: ImageStore): ImageStore {
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
