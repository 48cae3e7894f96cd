import { keepSecretIn } from './commands/archive/keep-secret.ts';
import { programVersion } from './commands/backup/program-version.ts';
import type { Config } from './config/index.ts';
import { type Archiver, Gate, openArchive, startArchiver } from './platform/archive/index.ts';
import { type Connection, layoutOf } from './platform/db/index.ts';
import { openImageStore } from './platform/images/index.ts';
import type { Logger } from './platform/log/index.ts';

/** In the background: 64 MB a second leave the disk to others. */
const maxKilobytes = 64 * 1024;

/** As long as a part of 16 MB may take on a slow line. */
const silenceMs = 5 * 60_000;
/** Half of the threads that Node has for all files. */
const mostOfFolder = 2;
const mostOfBucket = 10;

/** Archives the log of the embedded database as long as the service runs. */
export async function startArchive(
  config: Config,
  { db, url, log }: Pick<Connection, 'db'> & { url: string; log: Logger },
): Promise<Archiver> {
  const { archive, dataDir } = config;
  if (!archive) throw new Error('BACKUP_ARCHIVE is not set');
  const most = typeof archive.place === 'string' ? mostOfFolder : mostOfBucket;
  const gate = new Gate({ silenceMs, most });
  const open = () => gate.open(() => openArchive(archive.place));
  const { days, baseHours: everyHours, queueBytes: mostBytes } = archive;
  return startArchiver({
    ...{ db, url, log, gate, open, days, everyHours, mostBytes, maxKilobytes },
    spool: layoutOf(dataDir).spool,
    images: await openImageStore(config),
    program: await programVersion(),
    keepSecret: (before) => keepSecretIn(open, db, config, before),
  });
}
