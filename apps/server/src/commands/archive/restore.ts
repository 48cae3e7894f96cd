import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { openArchive } from '../../platform/archive/index.ts';
import { lock, openRepository } from '../../platform/backup/index.ts';
import {
  clearRecovery,
  isOurs,
  layoutOf,
  putRecoveredInPlace,
  recoveryCluster,
} from '../../platform/db/index.ts';
import { refused } from '../fault.ts';
import { type Surroundings, withConfig } from '../service.ts';
import { tellFullDisk } from '../upgrade/room.ts';
import { bringBack, type Parts, type Recovered, type RecoverOptions } from './bring-back.ts';
import { chooseBase } from './choose.ts';
import { archivePlaceOf } from './place-of.ts';
import { momentOf } from './until.ts';

/** Restores the embedded database to a moment, or to the last that its archive has, into an empty DATA_DIR. */
export function recoverArchive(
  surroundings: Surroundings,
  place: string,
  options: RecoverOptions,
): Promise<Recovered> {
  return withConfig(surroundings, async (config) => {
    const until = momentOf(options.toTime, Date.now());
    if (config.databaseUrl)
      throw refused(
        'an archive is of the embedded database: unset DATABASE_URL; then insignia upgrade --to moves it to a server',
      );
    const archive = await openArchive(archivePlaceOf(place));
    const base = await chooseBase(archive, until, options.base);
    if (!options.dryRun) return intoOwn(config, surroundings, { archive, base, until, options });
    const dataDir = await mkdtemp(join(tmpdir(), 'insignia-recover-'));
    try {
      // Neither its pictures nor its log go where the service's are.
      const scratch = { ...config, dataDir, archive: undefined };
      return await bringBack(scratch, surroundings, { archive, base, until, options });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

async function intoOwn(
  config: Config,
  surroundings: Surroundings,
  parts: Parts,
): Promise<Recovered> {
  const { dataDir } = config;
  if (await isOurs(layoutOf(dataDir)))
    throw refused(`${dataDir} holds a database already: restore into an empty DATA_DIR`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const doors = await openRepository(join(dataDir, `${recoveryCluster}.lock`));
  const held = await lock(doors, 'a restore');
  try {
    await clearRecovery(dataDir);
    const done = await bringBack(config, surroundings, parts);
    await putRecoveredInPlace(dataDir);
    return done;
  } catch (error) {
    await tellFullDisk(dataDir, error);
    // Taken away, so that the next one finds the place empty; whoever was killed leaves that to it.
    await clearRecovery(dataDir);
    throw error;
  } finally {
    await held.release().catch(() => {});
    await rm(doors.place, { recursive: true, force: true });
  }
}
