import { constants } from 'node:fs';
import { copyFile, link, open } from 'node:fs/promises';

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
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!unsupportedSyncCodes.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}
