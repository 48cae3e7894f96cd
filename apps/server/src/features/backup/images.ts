import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { computeCid, type ImageStore, isCid } from '../../platform/images/index.ts';
import { type Checksum, createChecksum } from './checksums.ts';
import {
  BackupError,
  damagedBackup,
  type Repository,
  type RepositoryEntry,
  readWhole,
  writeWhole,
} from './repository.ts';

type Image = { cid: string; bytes: number };

const folder = 'images/';
const atOnce = 8;
const pageRows = 1_000;

/** Spread over 1,024 folders in sort order. Every name starts with `bafkrei`. */
const buildImagePath = (cid: string): string => `${folder}${cid.slice(7, 9)}/${cid}`;

/** All images of the database, sorted by name. */
async function* iterateImages(client: pg.Client): AsyncGenerator<Image> {
  await client.query(
    `declare images_in cursor for select cid, bytes from images order by cid collate "C"`,
  );
  for (;;) {
    const { rows } = await client.query<Image>(`fetch ${pageRows} from images_in`);
    yield* rows;
    if (rows.length < pageRows) break;
  }
  await client.query('close images_in');
}

/** Images that the place lacks. Both inputs are sorted, so neither is held in memory. */
async function* iterateAbsentImages(
  repository: Repository,
  images: AsyncIterable<Image>,
): AsyncGenerator<Image> {
  const existing = repository.list(folder)[Symbol.asyncIterator]();
  let next: IteratorResult<RepositoryEntry> = await existing.next();
  for await (const image of images) {
    const path = buildImagePath(image.cid);
    while (!next.done && next.value.name < path) next = await existing.next();
    const isThere = !next.done && next.value.name === path && next.value.bytes === image.bytes;
    if (!isThere) yield image;
  }
}

/** Returns false if the image is missing or damaged in the store. */
async function copyImage(
  repository: Repository,
  images: ImageStore,
  cid: string,
): Promise<boolean> {
  const bytes = await images.get(cid);
  if (!bytes) return false;
  await writeWhole(repository, buildImagePath(cid), bytes);
  return true;
}

export type ImageCopyResult = { count: number; missing: Set<string> };

/** Copies new images. `missing` lists those missing or damaged in the store. */
export async function copyNewImages(
  client: pg.Client,
  {
    repository,
    images,
    signal,
  }: { repository: Repository; images: ImageStore; signal: AbortSignal },
): Promise<ImageCopyResult> {
  const written: ImageCopyResult = { count: 0, missing: new Set() };
  await forEachConcurrent(
    iterateAbsentImages(repository, iterateImages(client)),
    atOnce,
    async ({ cid }) => {
      signal.throwIfAborted();
      if (!(await copyImage(repository, images, cid))) return void written.missing.add(cid);
      written.count += 1;
    },
  );
  return written;
}

export type ImageListSummary = { count: number; bytes: number; file: Checksum };

export async function writeImageList(
  client: pg.Client,
  missing: ReadonlySet<string>,
  { repository, file, signal }: { repository: Repository; file: string; signal: AbortSignal },
): Promise<ImageListSummary> {
  const listed = { count: 0, bytes: 0 };
  async function* lines(): AsyncGenerator<string> {
    for await (const { cid, bytes } of iterateImages(client)) {
      if (missing.has(cid)) continue;
      listed.count += 1;
      listed.bytes += bytes;
      yield `${cid} ${bytes}\n`;
    }
  }
  const stored = createChecksum();
  await pipeline(
    Readable.from(lines(), { objectMode: false }),
    createZstdCompress(),
    stored.through,
    (bytes: AsyncIterable<Buffer>) => repository.write(file, bytes),
    { signal },
  );
  return { ...listed, file: stored.sum() };
}

/** Images of a backup, sorted. */
async function* iterateListedImages(repository: Repository, file: string): AsyncGenerator<string> {
  const packed = await repository.read(file);
  if (!packed) throw damagedBackup(file, repository.place);
  const unpacked = createZstdDecompress();
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  for await (const line of createInterface({
    input: unpacked,
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [cid = ''] = line.split(' ');
    if (!isCid(cid)) throw damagedBackup(file, repository.place);
    yield cid;
  }
}

/** An image of any backup in the place. Undefined if missing or damaged. */
export async function readBackedUpImage(
  repository: Repository,
  cid: string,
): Promise<Buffer | undefined> {
  const bytes = await readWhole(repository, buildImagePath(cid));
  return bytes && computeCid(bytes) === cid ? bytes : undefined;
}

/** Rewrites a missing or damaged image from the service's store. */
export async function repairImage(
  repository: Repository,
  images: ImageStore,
  cid: string,
): Promise<boolean> {
  if (!(await copyImage(repository, images, cid))) return false;
  return (await readBackedUpImage(repository, cid)) !== undefined;
}

/** Reads and checks every image of a backup. */
export async function forEachImage(
  repository: Repository,
  file: string,
  signal: AbortSignal,
  work: (cid: string, read: () => Promise<Buffer>) => Promise<void>,
): Promise<void> {
  await forEachConcurrent(iterateListedImages(repository, file), atOnce, async (cid) => {
    signal.throwIfAborted();
    await work(cid, async () => {
      const bytes = await readBackedUpImage(repository, cid);
      if (!bytes)
        throw new BackupError(
          'refused',
          `${buildImagePath(cid)} in ${repository.place} is damaged or missing, which affects every backup there. Run insignia backup --verify to write it again if the service has the image, or put a copy back`,
        );
      return bytes;
    });
  });
}

/** Ignores a service's own files in the same folder or bucket. */
function isBackupImage(name: string): boolean {
  const cid = name.slice(name.lastIndexOf('/') + 1);
  return isCid(cid) && buildImagePath(cid) === name;
}

/**
 * Deletes images that no backup lists. `files` are the remaining lists. Images written since
 * `before` may belong to an unfinished backup.
 */
export async function deleteUnlistedImages(
  repository: Repository,
  files: string[],
  before = Number.POSITIVE_INFINITY,
): Promise<number> {
  const isListed = await Promise.all(files.map((file) => createListLookup(repository, file)));
  let dropped = 0;
  for await (const { name, at } of repository.list(folder)) {
    if (!isBackupImage(name)) continue;
    const found = await Promise.all(isListed.map((ask) => ask(name)));
    if (found.includes(true) || at >= before) continue;
    await repository.remove(name);
    dropped += 1;
  }
  return dropped;
}

/** Merges a sorted list with sorted lookups. */
async function createListLookup(
  repository: Repository,
  file: string,
): Promise<(name: string) => Promise<boolean>> {
  const list = iterateListedImages(repository, file);
  let next = await list.next();
  return async (name) => {
    while (!next.done && buildImagePath(next.value) < name) next = await list.next();
    return !next.done && buildImagePath(next.value) === name;
  };
}

/** Runs `work` with bounded concurrency and stops starting more after the first failure. */
export async function forEachConcurrent<T>(
  all: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;
  for await (const one of all) {
    const run: Promise<void> = work(one)
      .catch((error: unknown) => {
        failure ??= { error };
      })
      .finally(() => running.delete(run));
    running.add(run);
    if (running.size >= atOnce) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw failure.error;
}
