import { randomBytes } from 'node:crypto';
import { stat, statfs } from 'node:fs/promises';
import type { ImageStore } from '../../platform/images/index.ts';
import { type Finding, fault, ok, orFault } from './finding.ts';
import { diskFinding } from './judge.ts';

export function lookAtDisk(dataDir: string): Promise<Finding[]> {
  return orFault('disk', `let DATA_DIR be a folder of the account that runs Insignia`, async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return [diskFinding('disk', bavail * bsize, blocks * bsize)];
  });
}

/** Checks that files are writable for the service's user. */
export async function imagesNotOurs(images: string, dataDir: string): Promise<Finding[]> {
  return orFault(
    'image store',
    'let DATA_DIR be a folder of the account that runs Insignia',
    async () => {
      const data = await stat(dataDir);
      const { uid } = await stat(images).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return data;
      });
      const own = process.geteuid?.() ?? uid;
      return uid === own
        ? []
        : [
            fault(
              'image store',
              `${images} belongs to another account`,
              'give the command as the account that runs Insignia',
            ),
          ];
    },
  );
}

/** Writes and deletes random bytes that no image has. */
export function lookAtImageStore(images: ImageStore, place: string): Promise<Finding[]> {
  const check = 'image store';
  const remedy = 'look at IMAGE_STORE, the rights on it and the room in it';
  return orFault(check, `${place}: ${remedy}`, async () => {
    const bytes = randomBytes(64);
    const cid = await images.put(bytes);
    const read = await images.get(cid);
    await images.remove(cid);
    if (!read?.equals(bytes))
      return [fault(check, `${place} does not give back what it took`, remedy)];
    if (await images.get(cid)) return [fault(check, `${place} does not delete`, remedy)];
    return [ok(check, `${place} takes, gives back and deletes`)];
  });
}
