import { ByteCache } from '../memory/byte-cache.ts';
import type { ImageStore } from './image-store.ts';

/**
 * Adds an LRU cache of `mostBytes`: each certificate needs the same pictures of badge and issuer.
 * Content addressing makes it always valid.
 */
export function createCachedImageStore(store: ImageStore, mostBytes: number): ImageStore {
  const kept = new ByteCache(mostBytes);
  const missing = new Error('not in the store');
  const read = async (cid: string): Promise<Buffer> => {
    const bytes = await store.get(cid);
    if (!bytes) throw missing;
    return bytes;
  };
  return {
    ...store,
    get: (cid) =>
      kept
        .get(cid, () => read(cid))
        .catch((error: unknown) => {
          if (error !== missing) throw error;
          return undefined;
        }),
  };
}
