import type { Config } from '../../config/index.ts';
import {
  type Backup,
  BackupError,
  buildBackupPath,
  checkFiles,
  databaseNotEmpty,
  findUsedTable,
  forEachImage,
  type Repository,
  readBackup,
  readTables,
} from '../../features/backup/index.ts';
import { closeStatusLists } from '../../features/signing/index.ts';
import { pauseDeliveries } from '../../features/webhooks/index.ts';
import { Problem } from '../../kernel/problem.ts';
import { assertSupportedDatabase, migrate, openClient } from '../../platform/db/index.ts';
import { type ImageStore, openImageStore } from '../../platform/images/index.ts';
import { pauseJobs } from '../../platform/jobs/index.ts';
import { CommandError, createRefusal } from '../command-error.ts';
import {
  type CommandContext,
  type DatabaseAccess,
  runWithAccess,
  withCommandErrors,
  withConfig,
} from '../service.ts';
import { createFillSource, fillDatabase } from './fill.ts';
import { compareMigrations, readMigrationStatus } from './migrations.ts';
import { openRepositoryAt } from './open-repository.ts';
import { openBackupSecret, type RestoredSecret, restoreSecret } from './secrets.ts';
import { type BackupVerification, verifyBackup } from './verify.ts';

export type RestoreOptions = {
  /** Defaults to the newest. */
  backup: string | undefined;
  passphrase: string | undefined;
  withoutSecret: boolean;
  /** Resumes pending jobs immediately. */
  releasesJobs: boolean;
  onProgress: (done: number, of: number) => void;
};

export type RestoreResult = {
  backup: string;
  madeAt: string;
  rows: number;
  images: { count: number; missing: number };
  secret: RestoredSecret;
  held: { jobs: number; deliveries: number };
  /**
   * Number of credentials that were unsigned when the backup was made. Copies signed since then
   * can't be revoked.
   */
  unsigned: number;
  /** Migrations applied because the backup was older. */
  migrated: string[];
  baseUrl: string;
  isOtherBaseUrl: boolean;
};

/** Restores a backup into an empty installation. */
export function restoreBackup(
  context: CommandContext,
  place: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  return withConfig(context, async (config) => {
    const { backup, repository, missing } = await openBackup(place, options.backup);
    const sealed =
      options.passphrase && (await openBackupSecret(repository, backup, options.passphrase));
    const secret = await restoreSecret(config, backup, sealed || undefined, options.withoutSecret);
    await checkFiles(repository, backup, context.signal);
    return runWithAccess(config, true, context, async (found) => {
      await requireEmptyTarget(config, found, backup);
      const { unsigned, ...held } = await runRestore(found.url, repository, backup, {
        ...{ context, options },
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
export function testRestore(
  context: CommandContext,
  place: string,
  requestedId: string | undefined,
): Promise<{ backup: string } & BackupVerification> {
  return withCommandErrors(context, async () => {
    const { backup, repository } = await openBackup(place, requestedId);
    return { backup: backup.id, ...(await verifyBackup(backup, repository, context)) };
  });
}

/** The secret, for the operator to set as SECRET. */
export function readBackupSecret(
  context: CommandContext,
  place: string,
  { backup: requestedId, passphrase }: { backup: string | undefined; passphrase: string },
): Promise<{ secret: string }> {
  return withCommandErrors(context, async () => {
    const { backup, repository } = await openBackup(place, requestedId);
    const secret = await openBackupSecret(repository, backup, passphrase);
    if (!secret) throw createRefusal(`the backup ${backup.id} doesn't contain the secret`);
    return { secret };
  });
}

async function openBackup(
  place: string,
  requestedId: string | undefined,
): Promise<{ backup: Backup; repository: Repository; missing: string[] }> {
  const repository = await openRepositoryAt(place);
  const backup = await readBackup(repository, requestedId);
  const { missing, newer } = await compareMigrations(backup.manifest.migrations);
  if (newer.length > 0)
    throw new CommandError(
      'unfit',
      `the backup ${backup.id} belongs to a newer version of Insignia (${newer.join(', ')}). Restore it with that version`,
    );
  return { backup, repository, missing };
}

async function requireEmptyTarget(
  { databaseUrl, dataDir }: Config,
  { url, isGuest }: DatabaseAccess,
  { id, manifest }: Backup,
): Promise<void> {
  if (!databaseUrl && isGuest)
    throw createRefusal(
      `a service is running on ${dataDir}. Stop it, and restore into an empty directory`,
    );
  await requireEmptyDatabase(url, manifest.migrations, `the backup ${id}`);
}

type RestoreParts = {
  context: CommandContext;
  options: RestoreOptions;
  images: ImageStore;
  writeSecret: () => Promise<void>;
};

async function runRestore(
  url: string,
  repository: Repository,
  backup: Backup,
  { context: { signal, warn }, options, images, writeSecret }: RestoreParts,
): Promise<RestoreResult['held'] & Pick<RestoreResult, 'unsigned'>> {
  const { id, manifest } = backup;
  const paused = { jobs: 0, deliveries: 0, unsigned: 0 };
  const { count } = manifest.images;
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, count);
  let done = 0;
  await fillDatabase(url, createFillSource(repository, backup, signal), {
    ...{ signal, warn },
    onLoaded: (rows) => options.onProgress(count + rows, all),
    meanwhile: async () => {
      await writeSecret();
      const list = buildBackupPath(id, manifest.images.file);
      await forEachImage(repository, list, signal, async (cid, read) => {
        // Images of an interrupted restore are kept.
        if (!(await images.get(cid))) await storeImageFile(images, await read());
        done += 1;
        options.onProgress(done, all);
      });
    },
    before: async ({ db }) => {
      // Close the lists together with the rows, before any service can assign places in them.
      paused.unsigned = await closeStatusLists(db);
      if (options.releasesJobs) return;
      paused.jobs = await pauseJobs(db);
      paused.deliveries = await pauseDeliveries(db);
    },
  });
  await migrate(url, { onWait: warn });
  const { client, close } = await openClient(url);
  await client.query('analyze').finally(close);
  return paused;
}

async function storeImageFile(images: ImageStore, bytes: Buffer): Promise<void> {
  await images.put(bytes).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'storage_full') throw error;
    throw new BackupError(
      'unreachable',
      'the image store is full. Free some space, and run the same command again',
      error,
    );
  });
}

/** Only an empty database is restored into. */
export async function requireEmptyDatabase(
  url: string,
  migrations: readonly string[],
  source: string,
): Promise<void> {
  const { client, close } = await openClient(url);
  try {
    await assertSupportedDatabase(client);
    const { tables } = await readTables(client);
    const used = await findUsedTable(client, tables);
    if (used) throw databaseNotEmpty(used);
    const status = await readMigrationStatus(client);
    if (status.migrations.some((name) => !migrations.includes(name)))
      throw createRefusal(
        `the database has migrations that weren't in ${source}. Use an empty database`,
      );
  } finally {
    await close();
  }
}
