import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, embeddedSettings } from '../../config/index.ts';
import { holdDeliveries } from '../../features/webhooks/index.ts';
import {
  type Base,
  extractBase,
  isSegment,
  nextName,
  openArchive,
  readPacked,
} from '../../platform/archive/index.ts';
import { lock, openRepository, type Repository } from '../../platform/backup/index.ts';
import { keptBaseUrl } from '../../platform/base-url.ts';
import {
  clearRecovery,
  connect,
  type Database,
  isOurs,
  layoutOf,
  migrate,
  NotRecovered,
  openClient,
  putRecoveredInPlace,
  recover,
  recoveryCluster,
} from '../../platform/db/index.ts';
import { openImageStore } from '../../platform/images/index.ts';
import { holdJobs } from '../../platform/jobs/index.ts';
import { migrationsOf } from '../backup/migrations.ts';
import type { SecretOfRestore } from '../backup/secrets.ts';
import { CommandFault, refused } from '../fault.ts';
import { type Surroundings, withConfig } from '../service.ts';
import { refuseNoRoom, tellFullDisk } from '../upgrade/room.ts';
import { chooseBase } from './choose.ts';
import { bringPictures } from './pictures.ts';
import { archivePlaceOf } from './place-of.ts';
import { secretOfArchive } from './secret.ts';
import { momentOf } from './until.ts';

export type RecoverOptions = {
  /** As an operator says it. */
  toTime: string;
  /** From which base backup, where the archive has several histories. */
  base: string | undefined;
  passphrase: string | undefined;
  withoutSecret: boolean;
  /** What waited to be done goes on at once. */
  releasesJobs: boolean;
  /** Into a place that is thrown away. */
  dryRun: boolean;
  onProgress: (done: number, of: number) => void;
};

export type Recovered = {
  base: string;
  /** When the last transaction was committed that is in it. */
  lastCommit: string | undefined;
  images: { count: number; missing: number };
  secret: SecretOfRestore;
  held: { jobs: number; deliveries: number };
  migrated: string[];
  baseUrl: string | undefined;
  isOtherBaseUrl: boolean;
};

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
      return await bring(scratch, surroundings, { archive, base, until, options });
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  });
}

type Parts = {
  archive: Repository;
  base: Base;
  until: number | undefined;
  options: RecoverOptions;
};

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
    const done = await bring(config, surroundings, parts);
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

async function bring(
  config: Config,
  surroundings: Surroundings,
  { archive, base, until, options }: Parts,
): Promise<Recovered> {
  const { dataDir } = config;
  const { signal } = surroundings;
  const { segmentBytes, bytes } = base.manifest;
  const secret = await secretOfArchive(config, archive, base, options);
  await refuseNoRoom(dataDir, bytes);
  const { cluster } = layoutOf(dataDir, recoveryCluster);
  const onBytes = (all: number): void => options.onProgress(Math.min(all, bytes), bytes);
  await extractBase(archive, base, { folder: cluster, signal, onBytes });
  const log = {
    find: (name: string) => readPacked(archive, base.system, name),
    after: (name: string) => (isSegment(name) ? nextName(name, segmentBytes) : undefined),
  };
  const settings = embeddedSettings(config);
  const target = until === undefined ? undefined : new Date(until);
  return recover(dataDir, { until: target, settings, log, signal }, async (url, lastCommit) => {
    const migrated = await bringToVersion(url, surroundings);
    const { db, close } = connect(url, () => {});
    try {
      const held = options.releasesJobs ? { jobs: 0, deliveries: 0 } : await hold(db);
      const images = await bringPictures(db, {
        ...{ archive, signal, store: options.dryRun ? undefined : await openImageStore(config) },
      });
      const outcome = await secret.place(db);
      const baseUrl = await keptBaseUrl(db);
      const isOtherBaseUrl = baseUrl !== undefined && baseUrl !== config.baseUrl;
      return {
        ...{ base: base.id, lastCommit, images, secret: outcome, held, migrated },
        ...{ baseUrl, isOtherBaseUrl },
      };
    } finally {
      await close();
    }
  }).catch((error: unknown) => {
    if (!(error instanceof NotRecovered)) throw error;
    throw notRecovered(error, until);
  });
}

function notRecovered(error: NotRecovered, until: number | undefined): CommandFault {
  if (until !== undefined && /before configured recovery target/.test(error.message))
    return refused(
      `the archive does not reach ${new Date(until).toISOString()}: ${error.lastCommit ? `the last that was committed in it was at ${error.lastCommit}` : 'nothing was committed in it after the base backup'}; --to-time latest restores all of it`,
    );
  return new CommandFault('failed', `PostgreSQL does not recover: ${error.message}`, error);
}

async function bringToVersion(url: string, { warn }: Surroundings): Promise<string[]> {
  const { client, close } = await openClient(url);
  const { missing, newer } = await migrationsOf(client).finally(close);
  if (newer.length > 0)
    throw new CommandFault(
      'unfit',
      `the archive belongs to a newer version of Insignia (${newer.join(', ')}): restore it with that version`,
    );
  await migrate(url, { onWait: warn });
  return missing;
}

/** It may have been done after that moment. */
async function hold(db: Database): Promise<Recovered['held']> {
  return db.transaction().execute(async (trx) => ({
    jobs: await holdJobs(trx),
    deliveries: await holdDeliveries(trx),
  }));
}
