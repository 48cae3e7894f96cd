import { statfs } from 'node:fs/promises';
import { CommandFault } from '../fault.ts';

const gigabyte = 1024 ** 3;
const words = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;
/** Size of an empty cluster and its log during the copy. */
const few = 4 * 1024 ** 2;
const aside = 0.2 * gigabyte;

/** Explains a failure caused by a full disk, which PostgreSQL can't log. */
export async function tellFullDisk(folder: string, cause: unknown): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < few)
    throw new CommandFault(
      'unreachable',
      `the disk of ${folder} was full; the database is as it was: make room, and give the same command again`,
      cause,
    );
}

/** Checks free space before copying. */
export async function refuseNoRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, wanted] = [bavail * bsize, bytes + aside];
  if (free < wanted)
    throw new CommandFault(
      'unreachable',
      `the database is copied beside itself, for which ${folder} needs about ${words(wanted)}, and ${words(free)} are free: make room`,
    );
}
