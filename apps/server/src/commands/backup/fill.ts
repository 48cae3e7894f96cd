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
  /** Between the mark that nobody starts on it, and the rows. */
  meanwhile: () => Promise<void>;
  /** In the transaction of the rows. */
  before: (session: Session) => Promise<void>;
};

/** What a database is filled from: called by what tells a restore that was broken off. */
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

/** Makes a database what the other was, at that one's version. Broken off anywhere, it can be begun anew. */
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
