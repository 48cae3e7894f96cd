import type { Config } from '../../config/index.ts';
import {
  clearUpgrade,
  markUpgraded,
  openEmbedded,
  upgradeCluster,
} from '../../platform/db/index.ts';
import type { CommandContext } from '../service.ts';
import { throwIfDiskFull } from './disk-space.ts';

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
