import { statfs } from 'node:fs/promises';
import { type Binaries, openEmbedded, rejectGuests } from '../../platform/db/index.ts';
import { CommandError } from '../command-error.ts';
import type { CommandContext } from '../service.ts';

const gigabyte = 1024 ** 3;
const formatGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;
/** Size of an empty cluster and its log during the copy. */
const MIN_FREE_BYTES = 4 * 1024 ** 2;
const SPARE_BYTES = 0.2 * gigabyte;

/** Explains a failure caused by a full disk, which PostgreSQL can't log. */
export async function throwIfDiskFull(folder: string, cause: unknown): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new CommandError(
      'unreachable',
      `the disk of ${folder} is full. The database is unchanged: free some space, and run the same command again`,
      cause,
    );
}

/** Checks free space before copying. */
export async function requireDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, bytes + SPARE_BYTES];
  if (free < needed)
    throw new CommandError(
      'unreachable',
      `the database is copied to a second one, which needs about ${formatGigabytes(needed)} in ${folder}. Only ${formatGigabytes(free)} are free`,
    );
}

type Options = { postgres: Record<string, string>; binaries?: Binaries };

/** Locks the embedded database: services refuse to start, other commands wait. */
export async function withExclusiveDatabase<T>(
  dataDir: string,
  { warn }: CommandContext,
  { postgres, binaries }: Options,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { url, stop } = await openEmbedded(dataDir, warn, postgres, binaries ? { binaries } : {});
  try {
    const gate = await rejectGuests(url);
    return await work(url).finally(() => gate.end().catch(() => {}));
  } finally {
    await stop();
  }
}
