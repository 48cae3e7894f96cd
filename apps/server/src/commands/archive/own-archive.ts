import type { ArchiveSettings, Config } from '../../config/index.ts';
import { refused } from '../fault.ts';

/** Of the configured service. */
export function ownArchive({ databaseUrl, archive }: Config): ArchiveSettings {
  if (databaseUrl)
    throw refused(
      'archives are of the embedded database: the log of a server is archived by pgBackRest or Barman (docs/backup.md)',
    );
  if (!archive) throw refused('BACKUP_ARCHIVE is not set: there is no archive');
  return archive;
}
