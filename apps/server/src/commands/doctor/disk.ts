import { randomBytes } from 'node:crypto';
import { stat, statfs } from 'node:fs/promises';
import type { ImageStore } from '../../platform/images/index.ts';
import { diskFinding } from './evaluate.ts';
import { catchAsFinding, type DoctorFinding, errorFinding, okFinding } from './finding.ts';

export function checkDisk(dataDir: string): Promise<DoctorFinding[]> {
  return catchAsFinding(
    'disk',
    'make DATA_DIR a folder of the account that runs Insignia',
    async () => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return [diskFinding('disk', bavail * bsize, blocks * bsize)];
    },
  );
}

/** Checks that files are writable for the service's user. */
export async function checkImageOwner(images: string, dataDir: string): Promise<DoctorFinding[]> {
  return catchAsFinding(
    'image store',
    'make DATA_DIR a folder of the account that runs Insignia',
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
            errorFinding(
              'image store',
              `${images} belongs to another account`,
              'run the command as the account that runs Insignia',
            ),
          ];
    },
  );
}

/** Writes and deletes random bytes that no image has. */
export function checkImageStore(images: ImageStore, place: string): Promise<DoctorFinding[]> {
  const check = 'image store';
  const remedy = 'check IMAGE_STORE, its permissions and its free space';
  return catchAsFinding(check, `${place}: ${remedy}`, async () => {
    const bytes = randomBytes(64);
    const cid = await images.put(bytes);
    const read = await images.get(cid);
    await images.remove(cid);
    if (!read?.equals(bytes))
      return [errorFinding(check, `${place} doesn't return what was written to it`, remedy)];
    if (await images.get(cid)) return [errorFinding(check, `${place} can't delete`, remedy)];
    return [okFinding(check, `${place} can write, read and delete`)];
  });
}
