import { ByteCache } from '../memory/byte-cache.ts';
import { createFileStore } from './file-store.ts';
import type { ImageStore } from './image-store.ts';
import type { S3Place } from './s3.ts';

export type ImagePlace = S3Place | { folder: string };

/** Opens the configured store, together with the former one during a move. */
export async function openImageStore(config: {
  imageStore: ImagePlace;
  imageStorePrevious: ImagePlace | undefined;
}): Promise<ImageStore> {
  const present = await openImagePlace(config.imageStore);
  const { imageStorePrevious } = config;
  return imageStorePrevious
    ? createFallbackStore(present, await openImagePlace(imageStorePrevious))
    : present;
}

/** Loads the SDK only if needed. */
export async function openImagePlace(place: ImagePlace): Promise<ImageStore> {
  if ('folder' in place) return createFileStore(place.folder);
  const { createS3Store: s3Store } = await import('./s3-store.ts');
  return s3Store(place);
}

/** Describes a store in the operator's terms, as in IMAGE_STORE. */
export function describePlace(place: ImagePlace): string {
  return 'folder' in place ? place.folder : `s3://${place.bucket}/${place.prefix}`;
}

export function isSamePlace(one: ImagePlace, other: ImagePlace): boolean {
  const endpoint = (place: ImagePlace) => ('folder' in place ? '' : (place.endpoint ?? ''));
  return describePlace(one) === describePlace(other) && endpoint(one) === endpoint(other);
}

/**
 * During a move: writes go to both stores, so that older processes see them, and reads fall back to
 * the former one.
 */
function createFallbackStore(present: ImageStore, former: ImageStore): ImageStore {
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

/**
 * Adds an LRU cache of `maxBytes`: each certificate needs the same pictures of badge and issuer.
 * Content addressing makes it always valid.
 */
export function createCachedImageStore(store: ImageStore, maxBytes: number): ImageStore {
  const cache = new ByteCache(maxBytes);
  const missing = new Error('not in the store');
  const read = async (cid: string): Promise<Buffer> => {
    const bytes = await store.get(cid);
    if (!bytes) throw missing;
    return bytes;
  };
  return {
    ...store,
    get: (cid) =>
      cache
        .get(cid, () => read(cid))
        .catch((error: unknown) => {
          if (error !== missing) throw error;
          return undefined;
        }),
  };
}
