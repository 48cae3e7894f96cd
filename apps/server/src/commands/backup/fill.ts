import {
  type Backup,
  createBackupSource,
  type DatabaseSession,
  loadTables,
  type Repository,
  type RowSource,
} from '../../features/backup/index.ts';
import { markRestoreStarted, migrate, openClient } from '../../platform/db/index.ts';

export type FillOptions = {
  signal: AbortSignal;
  warn: (message: string) => void;
  onLoaded: (rows: number) => void;
  /** Runs between marking the database and copying rows. */
  meanwhile: () => Promise<void>;
  /** Runs in the transaction that copies the rows. */
  before: (session: DatabaseSession) => Promise<void>;
};

/** Source of a restore. `name` appears in messages about an interrupted one. */
export type FillSource = { name: string; migrations: readonly string[]; source: RowSource };

export const createFillSource = (
  repository: Repository,
  backup: Backup,
  signal: AbortSignal,
): FillSource => ({
  name: `the restore of ${backup.id} into this database`,
  migrations: backup.manifest.migrations,
  source: createBackupSource(repository, backup, signal),
});

/** Copies a database at the source's schema version. Can be restarted after any interruption. */
export async function fillDatabase(
  url: string,
  { name, migrations, source }: FillSource,
  { signal, warn, onLoaded, meanwhile, before }: FillOptions,
): Promise<void> {
  const { client, close } = await openClient(url);
  await markRestoreStarted(client, name).finally(close);
  const only = new Set(migrations);
  await migrate(url, { only, isRestoring: true, onWait: warn });
  await meanwhile();
  await loadTables(url, source, { signal, onLoaded, before });
}
