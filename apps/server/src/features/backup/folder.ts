import { randomUUID } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Place } from '../../platform/images/s3.ts';
import {
  BackupError,
  type ByteStream,
  type Repository,
  type RepositoryEntry,
} from './repository.ts';

/** On the same file system, so that a rename publishes a file. */
const drafts = '.drafts';

export function createFolderRepository(folder: string): Repository {
  const at = (name: string): string => join(folder, name);
  const translateErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toFolderError(error as NodeJS.ErrnoException, folder);
    }
  };
  /** Writes a draft to disk, then `place` names it. */
  const draft = (bytes: ByteStream, place: (path: string) => Promise<void>): Promise<void> =>
    translateErrors(async () => {
      await mkdir(at(drafts), { recursive: true, mode: 0o700 });
      const path = at(join(drafts, randomUUID()));
      try {
        const file = await open(path, 'wx', 0o600);
        try {
          for await (const chunk of bytes) await file.writeFile(chunk);
          await file.sync();
        } finally {
          await file.close();
        }
        await place(path);
      } finally {
        await rm(path, { force: true });
      }
    });
  const write = (name: string, bytes: ByteStream): Promise<void> =>
    draft(bytes, async (path) => {
      await mkdir(dirname(at(name)), { recursive: true, mode: 0o700 });
      await rename(path, at(name));
      await syncFolder(dirname(at(name)));
    });
  return {
    place: folder,
    write,
    list: (prefix) => listBelow(folder, prefix),
    read: (name) => translateErrors(() => openToRead(at(name))),
    async create(name, bytes) {
      let isNew = true;
      await draft(toStream(bytes), async (path) => {
        isNew = await createIfAbsent(path, at(name));
      });
      return isNew;
    },
    remove: (name) =>
      translateErrors(async () => {
        await rm(at(name), { force: true });
        await removeEmpty(folder, dirname(at(name)));
      }),
    tidy: () => translateErrors(() => rm(at(drafts), { recursive: true, force: true })),
  };
}

async function* toStream(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function openToRead(path: string): Promise<Readable | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return createReadStream('', { fd: file });
}

/** Removes empty parent folders up to the place itself. */
async function removeEmpty(place: string, path: string): Promise<void> {
  if (!path.startsWith(`${place}${sep}`)) return;
  const isGone = await rmdir(path).then(
    () => true,
    () => false,
  );
  if (isGone) await removeEmpty(place, dirname(path));
}

async function* listBelow(folder: string, prefix: string): AsyncGenerator<RepositoryEntry> {
  const start = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  yield* walk(folder, start, prefix);
}

async function* walk(
  folder: string,
  below: string,
  prefix: string,
): AsyncGenerator<RepositoryEntry> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw toFolderError(error, folder);
    },
  );
  const named = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => ({ entry, name: buildEntryName(below, entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { entry, name } of named) {
    if (!name.startsWith(prefix) && !prefix.startsWith(name)) continue;
    if (entry.isDirectory()) yield* walk(folder, name, prefix);
    else if (entry.isFile()) {
      const { size, mtimeMs } = await stat(join(folder, name));
      yield { name, bytes: size, at: mtimeMs };
    }
  }
}

/** Adds a slash to folder names, because it affects the sort order. */
function buildEntryName(below: string, entry: Dirent): string {
  return `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`;
}

const errorMessages: Readonly<Record<string, string>> = {
  ENOSPC: 'is full. Free some space, and run the command again',
  EDQUOT: 'is full. Free some space, and run the command again',
  EROFS: 'is read-only',
  EACCES: "isn't readable and writable for this account",
  EPERM: "isn't readable and writable for this account",
  ENOTDIR: "isn't a folder",
  EEXIST: "isn't a folder",
};

/** An error of the file system in the operator's terms, and any other error as it is. */
export function toFolderError(error: NodeJS.ErrnoException, folder: string): Error {
  const reason = errorMessages[error.code ?? ''];
  return reason && 'syscall' in error
    ? new BackupError('unreachable', `${folder} ${reason}`, error)
    : error;
}

/** Errors of file systems without hard links (exFAT, many SMB shares). */
const unsupportedLinkCodes = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Links a complete file to a new name. Returns false if the name is taken. Without hard links, the
 * file is copied, so readers may briefly see it truncated and must read again.
 */
export async function createIfAbsent(
  draft: string,
  path: string,
  hardLink = link,
): Promise<boolean> {
  try {
    await hardLink(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (!unsupportedLinkCodes.has(error.code ?? '')) throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Errors of file systems that can't sync folders. Their files were synced. */
const unsupportedSyncCodes = new Set([
  'EINVAL',
  'ENOTSUP',
  'EOPNOTSUPP',
  'EPERM',
  'EISDIR',
  'EBADF',
]);

/** Makes the name survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!unsupportedSyncCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}

/** Opens a folder or an S3 bucket. Loads the SDK only if needed. */
export async function openRepository(place: string | S3Place): Promise<Repository> {
  if (typeof place === 'string') return createFolderRepository(place);
  const { createS3Repository: s3Repository } = await import('./s3-repository.ts');
  return s3Repository(place);
}
