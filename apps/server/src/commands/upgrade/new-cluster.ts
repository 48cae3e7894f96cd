import { statfs } from 'node:fs/promises';
import type { Config } from '../../config/index.ts';
import {
  type Binaries,
  clearUpgrade,
  markUpgraded,
  openEmbedded,
  rejectGuests,
  upgradeCluster,
} from '../../platform/db/index.ts';
import { CommandError } from '../command-error.ts';
import type { CommandContext } from '../service.ts';

/** With wal_level minimal, rows loaded into tables of the same transaction skip the log. */
const loadSettings = { wal_level: 'minimal', max_wal_senders: '0' };

/**
 * Fills a new cluster next to the current one, completely or not at all. Its server has stopped
 * when this returns.
 */
export async function fillNewCluster<T>(
  { dataDir, postgres }: Config,
  { signal, warn }: CommandContext,
  work: (url: string) => Promise<T>,
): Promise<T> {
  await clearUpgrade(dataDir);
  try {
    const { url, stop } = await openEmbedded(
      dataDir,
      warn,
      { ...postgres, ...loadSettings },
      { cluster: upgradeCluster },
    );
    const done = await work(url).finally(stop);
    signal.throwIfAborted();
    await markUpgraded(dataDir);
    return done;
  } catch (error) {
    // Check before cleaning up, which frees space.
    const full = await throwIfDiskFull(dataDir, error).catch((diskError: unknown) => diskError);
    await clearUpgrade(dataDir);
    if (full) throw full;
    throw error;
  }
}

const gigabyte = 1024 ** 3;
const formatGigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;
/** Size of an empty cluster and its log during the copy. */
const MIN_FREE_BYTES = 4 * 1024 ** 2;
const SPARE_BYTES = 0.2 * gigabyte;

/** Explains a failure caused by a full disk, which PostgreSQL can't log. */
async function throwIfDiskFull(folder: string, cause: unknown): Promise<void> {
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
      `the upgrade copies the database, which needs about ${formatGigabytes(needed)} in ${folder}. Only ${formatGigabytes(free)} is free. Free some space, then run the same command again`,
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
