import type { Config } from '../../config/index.ts';
import { inSnapshot } from '../../features/backup/index.ts';
import {
  archiveCluster,
  type Binaries,
  findBinaries,
  findSchemaError,
  getLayout,
  installUpgrade,
  isOwnCluster,
  isSwapInterrupted,
  listOldClusters,
  NoDatabaseError,
  postgresPackage,
  readMajorVersion,
  readSchemaState,
  removeOldCluster,
} from '../../platform/db/index.ts';
import { CommandError, createRefusal } from '../command-error.ts';
import { type CommandContext, runWithAccess, withConfig } from '../service.ts';
import { type MoveOptions, type MoveResult, moveToEmbedded, moveToServer } from './move.ts';
import { fillNewCluster, requireDiskSpace, withExclusiveDatabase } from './new-cluster.ts';
import { readTransferSource, type TransferResult, transferDatabase } from './transfer.ts';

export type { MoveResult, UpgradeResult };

/** Upgrades the embedded database to this program's major version of PostgreSQL. */
export function upgradeDatabase(
  context: CommandContext,
  options: UpgradeOptions,
): Promise<UpgradeResult> {
  return withConfig(context, (config) => {
    if (config.databaseUrl)
      throw createRefusal(
        'the database is on a server: upgrade it there with pg_upgrade (Insignia supports 15 and later). To move it here, use --to embedded',
      );
    return upgradeMajor(config, context, options);
  });
}

/** Moves between the embedded database and a server. */
export function moveDatabase(
  context: CommandContext,
  to: string,
  options: MoveOptions,
): Promise<MoveResult & { secretIn: string | undefined }> {
  return withConfig(context, async (config) => {
    const { databaseUrl, secret, dataDir } = config;
    const secretIn = secret === undefined ? `${dataDir}/secret` : undefined;
    if (to !== 'embedded') {
      if (databaseUrl)
        throw createRefusal(
          "the database is already on a server (DATABASE_URL). To move it to another one, use PostgreSQL's tools, or insignia backup and restore",
        );
      return { ...(await moveToServer(config, context, to, options)), secretIn };
    }
    if (!databaseUrl) throw createRefusal('the database is already the embedded one');
    return {
      ...(await moveToEmbedded({ ...config, databaseUrl }, context, options)),
      secretIn,
    };
  });
}

/** Deletes databases kept by upgrades and moves. Refuses while the service is unreachable. */
export function removeOldDatabases(context: CommandContext): Promise<{ removed: string[] }> {
  return withConfig(context, async (config) => {
    const removed = await listOldClusters(config.dataDir);
    if (removed.length === 0) return { removed };
    await runWithAccess(config, false, context, async ({ url }) => {
      const schemaError = findSchemaError(await readSchemaState(url));
      if (schemaError) throw new CommandError('unfit', schemaError);
    });
    for (const name of removed) await removeOldCluster(config.dataDir, name);
    return { removed };
  });
}

type UpgradeOptions = {
  /** Folder with the PostgreSQL binaries of the earlier major version. */
  binaries: string | undefined;
  dryRun: boolean;
  onProgress: (done: number, of: number) => void;
};

type UpgradeResult = {
  from: string;
  to: string;
  kept: string | undefined;
  bytes: number;
} & (
  | { outcome: 'up to date' | 'can be upgraded' | 'ended' }
  | ({ outcome: 'upgraded' } & TransferResult)
);

/** Upgrades the embedded database to this program's major version of PostgreSQL. */
async function upgradeMajor(
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
