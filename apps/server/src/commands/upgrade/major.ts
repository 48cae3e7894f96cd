import type { Config } from '../../config/index.ts';
import { inSnapshot } from '../../features/backup/index.ts';
import {
  archiveCluster,
  findBinaries,
  getLayout,
  installUpgrade,
  isOwnCluster,
  isSwapInterrupted,
  NoDatabaseError,
  readMajorVersion,
} from '../../platform/db/index.ts';
import type { CommandContext } from '../service.ts';
import { requireDiskSpace, withExclusiveDatabase } from './disk-space.ts';
import { fillNewCluster } from './new-cluster.ts';
import { findOldBinaries } from './old-binaries.ts';
import { readTransferSource, type TransferResult, transferDatabase } from './transfer.ts';

export type UpgradeOptions = {
  /** Folder with the PostgreSQL binaries of the earlier major version. */
  binaries: string | undefined;
  dryRun: boolean;
  onProgress: (done: number, of: number) => void;
};

export type UpgradeResult = {
  from: string;
  to: string;
  kept: string | undefined;
  bytes: number;
} & (
  | { outcome: 'up to date' | 'can be upgraded' | 'ended' }
  | ({ outcome: 'upgraded' } & TransferResult)
);

/** Upgrades the embedded database to this program's major version of PostgreSQL. */
export async function upgradeMajor(
  config: Config,
  surroundings: CommandContext,
  { binaries, dryRun, onProgress }: UpgradeOptions,
): Promise<UpgradeResult> {
  const { dataDir, postgres } = config;
  const layout = getLayout(dataDir);
  const to = findBinaries().major;
  if (isSwapInterrupted(dataDir)) {
    if (!dryRun) await installUpgrade(dataDir);
    return { outcome: 'ended', ...{ from: to, to, kept: undefined, bytes: 0 } };
  }
  if (!(await isOwnCluster(layout))) throw new NoDatabaseError(`no database in ${dataDir} yet`);
  const from = await readMajorVersion(layout.cluster);
  const same = { from, to, kept: undefined, bytes: 0 };
  if (from === to) return { outcome: 'up to date', ...same };
  const old = findOldBinaries(from, binaries);
  const read = await withExclusiveDatabase(
    dataDir,
    surroundings,
    { postgres, binaries: old },
    async (url) => {
      const { bytes } = await inSnapshot(url, readTransferSource);
      await requireDiskSpace(dataDir, bytes);
      if (dryRun) return { outcome: 'can be upgraded' as const, bytes };
      const done = await fillNewCluster(config, surroundings, (target) =>
        transferDatabase(url, target, surroundings, onProgress),
      );
      return { outcome: 'upgraded' as const, bytes, ...done };
    },
  );
  if (read.outcome === 'can be upgraded') return { ...same, ...read };
  const kept = await archiveCluster(dataDir, new Date());
  await installUpgrade(dataDir);
  return { ...same, ...read, kept };
}
