import { ByteCache } from '../byte-cache.ts';
import type { ImageStore } from './image-store.ts';

/**
 * A store that keeps what was read lately, `mostBytes` of it: the pictures of a badge and its issuer are asked for with each
 * certificate. Under a name there are always the same bytes, so that nothing kept can be out of date.
 */
export function remembering(store: ImageStore, mostBytes: number): ImageStore {
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
