import { listBackups, readBackup } from '../../features/backup/index.ts';
import { type CommandContext, withCommandErrors } from '../service.ts';
import { openRepositoryAt } from './open-repository.ts';

export type ListedBackup = {
  backup: string;
  isWhole: boolean;
  madeAt: string | undefined;
  rows: number | undefined;
  images: number | undefined;
  secret: 'sealed' | 'left out' | undefined;
  lastMigration: string | undefined;
};

/** Backups in a place, oldest first. An unreadable one is listed as incomplete. */
export function listBackupsAt(context: CommandContext, place: string): Promise<ListedBackup[]> {
  return withCommandErrors(context, async () => {
    const repository = await openRepositoryAt(place);
    const { whole, broken } = await listBackups(repository);
    const listed: ListedBackup[] = [];
    for (const id of [...whole, ...broken].sort()) {
      const manifest = await readBackup(repository, id).then(
        (backup) => backup.manifest,
        () => undefined,
      );
      listed.push({
        backup: id,
        isWhole: manifest !== undefined,
        madeAt: manifest?.startedAt,
        rows: manifest?.tables.reduce((sum, { rows }) => sum + rows, 0),
        images: manifest?.images.count,
        secret: manifest?.secret,
        lastMigration: manifest?.migrations.at(-1),
      });
    }
    return listed;
  });
}
