import {
  type Backup,
  load,
  ofBackup,
  type Repository,
  type Session,
  type Source,
} from '../../platform/backup/index.ts';
import { markRestoring, migrate, openClient } from '../../platform/db/index.ts';

export type FillOptions = {
  signal: AbortSignal;
  warn: (message: string) => void;
  onLoaded: (rows: number) => void;
  /** Runs between marking the database and copying rows. */
  meanwhile: () => Promise<void>;
  /** Runs in the transaction that copies the rows. */
  before: (session: Session) => Promise<void>;
};

/** Source of a restore. `name` appears in messages about an interrupted one. */
export type Filling = { name: string; migrations: readonly string[]; source: Source };

export const fillingOf = (
  repository: Repository,
  backup: Backup,
  signal: AbortSignal,
): Filling => ({
  name: `the restore of ${backup.id} into this database`,
  migrations: backup.manifest.migrations,
  source: ofBackup(repository, backup, signal),
});

/** Copies a database at the source's schema version. Can be restarted after any interruption. */
export async function fill(
  url: string,
  { name, migrations, source }: Filling,
  { signal, warn, onLoaded, meanwhile, before }: FillOptions,
): Promise<void> {
  const { client, close } = await openClient(url);
  await markRestoring(client, name).finally(close);
  const only = new Set(migrations);
  await migrate(url, { only, isRestoring: true, onWait: warn });
  await meanwhile();
  await load(url, source, { signal, onLoaded, before });
}
