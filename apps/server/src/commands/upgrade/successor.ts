import type { Config } from '../../config/index.ts';
import {
  clearUpgrade,
  markUpgraded,
  openEmbedded,
  upgradeCluster,
} from '../../platform/db/index.ts';
import type { Surroundings } from '../service.ts';
import { tellFullDisk } from './room.ts';

/** What is loaded in the transaction that made it is on disk without having been in the log first. */
const briefly = { wal_level: 'minimal', max_wal_senders: '0' };

/** Fills a new cluster beside the service's own, whole or not at all. Its server has ended when this returns. */
export async function fillSuccessor<T>(
  { dataDir, postgres }: Config,
  { signal, warn }: Surroundings,
  work: (url: string) => Promise<T>,
): Promise<T> {
  await clearUpgrade(dataDir);
  try {
    const { url, stop } = await openEmbedded(
      dataDir,
      warn,
      { ...postgres, ...briefly },
      { cluster: upgradeCluster },
    );
    const done = await work(url).finally(stop);
    signal.throwIfAborted();
    await markUpgraded(dataDir);
    return done;
  } catch (error) {
    // Looked at before room is made by taking away what was begun.
    const full = await tellFullDisk(dataDir, error).catch((fault: unknown) => fault);
    await clearUpgrade(dataDir);
    if (full) throw full;
    throw error;
  }
}
