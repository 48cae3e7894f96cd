import { listOld, removeOld, schemaFault, schemaState } from '../../platform/db/index.ts';
import { CommandFault, refused } from '../fault.ts';
import { inPlace, type Surroundings, withConfig } from '../service.ts';
import { type Upgraded, type UpgradeOptions, upgradeMajor } from './major.ts';
import { type Moved, type MoveOptions, moveToEmbedded, moveToServer } from './move.ts';

export type { Moved, Upgraded };

/** Upgrades the embedded database to this program's major version of PostgreSQL. */
export function upgradeDatabase(
  surroundings: Surroundings,
  options: UpgradeOptions,
): Promise<Upgraded> {
  return withConfig(surroundings, (config) => {
    if (config.databaseUrl)
      throw refused(
        'the database is on a server, which is upgraded there (pg_upgrade): Insignia takes any from 15 on. To move it, say --to embedded',
      );
    return upgradeMajor(config, surroundings, options);
  });
}

/** Moves between the embedded database and a server. */
export function moveDatabase(
  surroundings: Surroundings,
  to: string,
  options: MoveOptions,
): Promise<Moved & { secretIn: string | undefined }> {
  return withConfig(surroundings, async (config) => {
    const { databaseUrl, secret, dataDir } = config;
    const secretIn = secret === undefined ? `${dataDir}/secret` : undefined;
    if (to !== 'embedded') {
      if (databaseUrl)
        throw refused(
          'the database is on a server already (DATABASE_URL): for another one, use the tools of PostgreSQL, or insignia backup and restore',
        );
      return { ...(await moveToServer(config, surroundings, to, options)), secretIn };
    }
    if (!databaseUrl) throw refused('the database is the embedded one already');
    return {
      ...(await moveToEmbedded({ ...config, databaseUrl }, surroundings, options)),
      secretIn,
    };
  });
}

/** Deletes databases kept by upgrades and moves. Refuses while the service is unreachable. */
export function removeOldDatabases(surroundings: Surroundings): Promise<{ removed: string[] }> {
  return withConfig(surroundings, async (config) => {
    const removed = await listOld(config.dataDir);
    if (removed.length === 0) return { removed };
    await inPlace(config, false, surroundings, async ({ url }) => {
      const fault = schemaFault(await schemaState(url));
      if (fault) throw new CommandFault('unfit', fault);
    });
    for (const name of removed) await removeOld(config.dataDir, name);
    return { removed };
  });
}
