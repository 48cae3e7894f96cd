import { type Backup, load, type Repository, type Session } from '../../platform/backup/index.ts';
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

/** Makes a database what the backup's was, at the backup's version. Broken off anywhere, it can be begun anew. */
export async function fill(
  url: string,
  repository: Repository,
  backup: Backup,
  { signal, warn, onLoaded, meanwhile, before }: FillOptions,
): Promise<void> {
  const { client, close } = await openClient(url);
  await markRestoring(client, backup.id).finally(close);
  const only = new Set(backup.manifest.migrations);
  await migrate(url, { only, isRestoring: true, onWait: warn });
  await meanwhile();
  await load(url, repository, backup, { signal, onLoaded, before });
}
