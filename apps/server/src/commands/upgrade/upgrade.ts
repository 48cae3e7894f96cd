import {
  findSchemaError,
  listOldClusters,
  readSchemaState,
  removeOldCluster,
} from '../../platform/db/index.ts';
import { CommandError, createRefusal } from '../command-error.ts';
import { type CommandContext, runWithAccess, withConfig } from '../service.ts';
import { type UpgradeOptions, type UpgradeResult, upgradeMajor } from './major.ts';
import { type MoveOptions, type MoveResult, moveToEmbedded, moveToServer } from './move.ts';

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
