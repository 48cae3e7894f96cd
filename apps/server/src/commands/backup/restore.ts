import type { Config } from '../../config/index.ts';
import { closeStatusLists } from '../../features/signing/index.ts';
import { holdDeliveries } from '../../features/webhooks/index.ts';
import { Problem } from '../../kernel/problem.ts';
import {
  type Backup,
  BackupFault,
  checkFiles,
  eachImage,
  pathIn,
  type Repository,
  readBackup,
} from '../../platform/backup/index.ts';
import { migrate, openClient } from '../../platform/db/index.ts';
import { type ImageStore, openImageStore } from '../../platform/images/index.ts';
import { holdJobs } from '../../platform/jobs/index.ts';
import { CommandFault, refused } from '../fault.ts';
import { inPlace, type Place, type Surroundings, telling, withConfig } from '../service.ts';
import { fill, fillingOf } from './fill.ts';
import { beside } from './migrations.ts';
import { refuseUsed } from './refuse-used.ts';
import { repositoryAt } from './repository-at.ts';
import { openSecrets, placeSecret, type SecretOfRestore } from './secrets.ts';
import { type Verified, verify } from './verify.ts';

export type RestoreOptions = {
  /** Defaults to the newest. */
  backup: string | undefined;
  passphrase: string | undefined;
  withoutSecret: boolean;
  /** Resumes pending jobs at once. */
  releasesJobs: boolean;
  onProgress: (done: number, of: number) => void;
};

export type Restored = {
  backup: string;
  madeAt: string;
  rows: number;
  images: { count: number; missing: number };
  secret: SecretOfRestore;
  held: { jobs: number; deliveries: number };
  /** Credentials that were not signed when the backup was made: copies signed since can't be revoked. */
  unsigned: number;
  /** Migrations applied because the backup was older. */
  migrated: string[];
  baseUrl: string;
  isOtherBaseUrl: boolean;
};

/** Restores a backup into an empty place. */
export function restore(
  surroundings: Surroundings,
  place: string,
  options: RestoreOptions,
): Promise<Restored> {
  return withConfig(surroundings, async (config) => {
    const { backup, repository, missing } = await open(place, options.backup);
    const sealed =
      options.passphrase && (await openSecrets(repository, backup, options.passphrase));
    const secret = await placeSecret(config, backup, sealed || undefined, options.withoutSecret);
    await checkFiles(repository, backup, surroundings.signal);
    return inPlace(config, true, surroundings, async (found) => {
      await refuseOthers(config, found, backup);
      const { unsigned, ...held } = await bring(found.url, repository, backup, {
        ...{ surroundings, options },
        images: await openImageStore(config),
        writeSecret: secret.write,
      });
      const { manifest, id } = backup;
      return {
        ...{ backup: id, madeAt: manifest.startedAt, held, unsigned, migrated: missing },
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        images: { count: manifest.images.count, missing: manifest.images.missing },
        secret: secret.outcome,
        baseUrl: manifest.baseUrl,
        isOtherBaseUrl: manifest.baseUrl !== config.baseUrl,
      };
    });
  });
}

/** Restores into a temporary database. */
export function tryRestore(
  surroundings: Surroundings,
  place: string,
  wanted: string | undefined,
): Promise<{ backup: string } & Verified> {
  return telling(surroundings, async () => {
    const { backup, repository } = await open(place, wanted);
    return { backup: backup.id, ...(await verify(backup, repository, surroundings)) };
  });
}

/** The secret, for the operator to set as SECRET. */
export function secretOf(
  surroundings: Surroundings,
  place: string,
  { backup: wanted, passphrase }: { backup: string | undefined; passphrase: string },
): Promise<{ secret: string }> {
  return telling(surroundings, async () => {
    const { backup, repository } = await open(place, wanted);
    const secret = await openSecrets(repository, backup, passphrase);
    if (!secret) throw refused(`the backup ${backup.id} was made without the secret`);
    return { secret };
  });
}

async function open(
  place: string,
  wanted: string | undefined,
): Promise<{ backup: Backup; repository: Repository; missing: string[] }> {
  const repository = await repositoryAt(place);
  const backup = await readBackup(repository, wanted);
  const { missing, newer } = await beside(backup.manifest.migrations);
  if (newer.length > 0)
    throw new CommandFault(
      'unfit',
      `the backup ${backup.id} belongs to a newer version of Insignia (${newer.join(', ')}): restore it with that version`,
    );
  return { backup, repository, missing };
}

async function refuseOthers(
  { databaseUrl, dataDir }: Config,
  { url, isGuest }: Place,
  { id, manifest }: Backup,
): Promise<void> {
  if (!databaseUrl && isGuest)
    throw refused(`a service runs on ${dataDir}: stop it, and restore into an empty directory`);
  await refuseUsed(url, manifest.migrations, `the backup ${id}`);
}

type Parts = {
  surroundings: Surroundings;
  options: RestoreOptions;
  images: ImageStore;
  writeSecret: () => Promise<void>;
};

async function bring(
  url: string,
  repository: Repository,
  backup: Backup,
  { surroundings: { signal, warn }, options, images, writeSecret }: Parts,
): Promise<Restored['held'] & Pick<Restored, 'unsigned'>> {
  const { id, manifest } = backup;
  const held = { jobs: 0, deliveries: 0, unsigned: 0 };
  const { count } = manifest.images;
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, count);
  let done = 0;
  await fill(url, fillingOf(repository, backup, signal), {
    ...{ signal, warn },
    onLoaded: (rows) => options.onProgress(count + rows, all),
    meanwhile: async () => {
      await writeSecret();
      const list = pathIn(id, manifest.images.file);
      await eachImage(repository, list, signal, async (cid, read) => {
        // Images of an interrupted restore are kept.
        if (!(await images.get(cid))) await put(images, await read());
        done += 1;
        options.onProgress(done, all);
      });
    },
    before: async ({ db }) => {
      // With the rows, so that no service gives places before.
      held.unsigned = await closeStatusLists(db);
      if (options.releasesJobs) return;
      held.jobs = await holdJobs(db);
      held.deliveries = await holdDeliveries(db);
    },
  });
  await migrate(url, { onWait: warn });
  const { client, close } = await openClient(url);
  await client.query('analyze').finally(close);
  return held;
}

async function put(images: ImageStore, bytes: Buffer): Promise<void> {
  await images.put(bytes).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'storage_full') throw error;
    throw new BackupFault(
      'unreachable',
      'the image store has no room left: make room, and give the same command again',
      error,
    );
  });
}
