import { constants } from 'node:fs';
import { copyFile, link, open } from 'node:fs/promises';

/** What says that a file system has none (exFAT, many SMB shares). */
const hasNone = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Gives a file that is whole a second name, unless somebody has it; false then. Where there are no hard links it is copied: whoever
 * looks in that moment may find it cut short, and has to look again.
 */
export async function createNew(draft: string, path: string, hardLink = link): Promise<boolean> {
  try {
    await hardLink(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (!hasNone.has(error.code ?? '')) throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** What says that folders cannot be synced there; files were. */
const noFolders = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM', 'EISDIR', 'EBADF']);

/** So that the name outlives a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (error) {
    if (!noFolders.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await folder.close();
  }
}
