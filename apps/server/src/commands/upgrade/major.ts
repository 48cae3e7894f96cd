import type { Config } from '../../config/index.ts';
import { inSnapshot } from '../../features/backup/index.ts';
import {
  archiveCluster,
  type Binaries,
  findBinaries,
  getLayout,
  installUpgrade,
  isOwnCluster,
  isSwapInterrupted,
  NoDatabaseError,
  postgresPackage,
  readMajorVersion,
} from '../../platform/db/index.ts';
import { CommandError, createRefusal } from '../command-error.ts';
import type { CommandContext } from '../service.ts';
import { fillNewCluster, requireDiskSpace, withExclusiveDatabase } from './new-cluster.ts';
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
  context: CommandContext,
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
    context,
    { postgres, binaries: old },
    async (url) => {
      const { bytes } = await inSnapshot(url, readTransferSource);
      await requireDiskSpace(dataDir, bytes);
      if (dryRun) return { outcome: 'can be upgraded' as const, bytes };
      const done = await fillNewCluster(config, context, (target) =>
        transferDatabase(url, target, context, onProgress),
      );
      return { outcome: 'upgraded' as const, bytes, ...done };
    },
  );
  if (read.outcome === 'can be upgraded') return { ...same, ...read };
  const archive = await archiveCluster(dataDir, new Date());
  await installUpgrade(dataDir);
  return { ...same, ...read, kept: archive };
}

/** Last package version for each major version of PostgreSQL. */
const lastKnownVersions: Readonly<Record<string, string>> = {
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/** PostgreSQL reads only its own major version's data, so the old binaries are needed. */
function findOldBinaries(major: string, folder: string | undefined): Binaries {
  if (folder === undefined)
    throw new CommandError(
      'unfit',
      `the database was created by PostgreSQL ${major}, so its binaries are needed once to read the data. Pass --binaries with the folder of the previous Insignia version. If you no longer have it, run npm install --prefix <folder> ${postgresPackage}@${lastKnownVersions[major] ?? `<version ${major}.x>`}, then pass that folder`,
    );
  const found = findBinariesIn(folder);
  if (found.major !== major)
    throw createRefusal(
      `${folder} contains PostgreSQL ${found.major}, but the database needs ${major}. Pass the folder of the Insignia version that created the database`,
    );
  return found;
}

function findBinariesIn(folder: string): Binaries {
  try {
    return findBinaries(folder);
  } catch (error) {
    throw createRefusal(
      `${(error as Error).message}. Pass a folder where npm install has put it, or the folder of the previous Insignia version`,
    );
  }
}
