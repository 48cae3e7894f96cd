import { statfs } from 'node:fs/promises';
import { CommandFault } from '../fault.ts';

const gigabyte = 1024 ** 3;
const words = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;
/** An empty cluster, and what is written to its log meanwhile. */
const few = 4 * 1024 ** 2;
const aside = 0.2 * gigabyte;

/** Why something failed that cannot say so itself: whoever cannot write its log says nothing. */
export async function tellFullDisk(folder: string, cause: unknown): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < few)
    throw new CommandFault(
      'unreachable',
      `the disk of ${folder} was full; the database is as it was: make room, and give the same command again`,
      cause,
    );
}

/** Before anything is copied, rather than when the disk is full; that is survived too. */
export async function refuseNoRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, wanted] = [bavail * bsize, bytes + aside];
  if (free < wanted)
    throw new CommandFault(
      'unreachable',
      `the database is copied beside itself, for which ${folder} needs about ${words(wanted)}, and ${words(free)} are free: make room`,
    );
}
