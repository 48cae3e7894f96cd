import { type Config, embeddedSettings } from '../../config/index.ts';
import { holdDeliveries } from '../../features/webhooks/index.ts';
import {
  type Base,
  extractBase,
  isSegment,
  nextName,
  readPacked,
} from '../../platform/archive/index.ts';
import type { Repository } from '../../platform/backup/index.ts';
import { keptBaseUrl } from '../../platform/base-url.ts';
import {
  connect,
  type Database,
  layoutOf,
  migrate,
  NotRecovered,
  openClient,
  recover,
  recoveryCluster,
} from '../../platform/db/index.ts';
import { openImageStore } from '../../platform/images/index.ts';
import { holdJobs } from '../../platform/jobs/index.ts';
import { migrationsOf } from '../backup/migrations.ts';
import type { SecretOfRestore } from '../backup/secrets.ts';
import { CommandFault, refused } from '../fault.ts';
import type { Surroundings } from '../service.ts';
import { refuseNoRoom } from '../upgrade/room.ts';
import { bringPictures } from './pictures.ts';
import { secretOfArchive } from './secret.ts';

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

export type Parts = {
  archive: Repository;
  base: Base;
  until: number | undefined;
  options: RecoverOptions;
};

/** Lays the base backup beside the place of the database, lets the server replay its log, and makes what it held a service's again. */
export async function bringBack(
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
