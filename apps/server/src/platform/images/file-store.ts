import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { access, mkdir, open, opendir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { computeCid, isCid } from './cid.ts';
import { type ImageStore, StoreFull } from './image-store.ts';

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
