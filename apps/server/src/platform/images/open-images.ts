import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { access, mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ByteCache } from '../memory/byte-cache.ts';
import { computeCid, isCid } from './cid.ts';
import { type ImageStore, StoreFull } from './image-store.ts';
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

export function createFileStore(directory: string): ImageStore {
  const getPath = (cid: string): string => join(directory, cid.slice(-2), cid.slice(-4, -2), cid);
  const read = async (cid: string): Promise<Buffer | undefined> => {
    const bytes = await readFile(getPath(cid)).catch(() => undefined);
    return bytes && computeCid(bytes) === cid ? bytes : undefined;
  };
  return {
    get: read,
    async put(bytes) {
      const cid = computeCid(bytes);
      if (!(await read(cid))) await write(getPath(cid), bytes);
      return cid;
    },
    has: (cid) =>
      access(getPath(cid)).then(
        () => true,
        () => false,
      ),
    async *list() {
      for await (const { name, parentPath } of filesBelow(directory))
        if (isCid(name) && getPath(name) === join(parentPath, name)) yield name;
    },
    remove: (cid) => rm(getPath(cid), { force: true }),
  };
}

/** Empty if nothing was ever stored. */
async function* filesBelow(directory: string): AsyncGenerator<Dirent> {
  const folder = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  for await (const entry of folder ?? [])
    if (entry.isDirectory()) yield* filesBelow(join(directory, entry.name));
    else if (entry.isFile()) yield entry;
}

/** Syncs the bytes before the rename and the folder after it, to survive a power failure. */
async function write(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    const file = await open(draft, 'wx', 0o600);
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
    await rename(draft, path);
    const parent = await open(folder, 'r');
    await parent.sync().finally(() => parent.close());
  } catch (error) {
    await rm(draft, { force: true });
    throw isFull(error as NodeJS.ErrnoException) ? new StoreFull() : error;
  }
}

function isFull({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}
