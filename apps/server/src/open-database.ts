import { startArchive } from './archive.ts';
import { type Config, embeddedSettings } from './config/index.ts';
import { releaseAllEndpoints } from './features/webhooks/index.ts';
import type { Archiver } from './platform/archive/index.ts';
import {
  besideNewer,
  type Connection,
  connect,
  leadsThroughPooler,
  migrate,
  openEmbedded,
  readTarget,
} from './platform/db/index.ts';
import { releaseClaims } from './platform/jobs/index.ts';
import type { Logger } from './platform/log/index.ts';

/** The database of the configuration, migrated. */
export async function openDatabase(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<Connection & { url: string }> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbedded(config.dataDir, (message) => log.warn(message), embeddedSettings(config));
  let archiver: Archiver | undefined;
  if (embedded)
    stops.push(async () => {
      await embedded.stop();
      await archiver?.drain();
    });
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(url, {
    onWait: (message) => log.warn(message),
    onNewer: (names) => log.warn(besideNewer(names)),
  });
  const connection = connect(url, (error) =>
    log.warn({ reason: error.message }, 'a database connection broke'),
  );
  stops.push(connection.close);
  if (!readTarget(url).throughPooler && (await leadsThroughPooler(connection.pool)))
    log.warn(
      'DATABASE_URL leads through a pooler: unless that gives each client a connection of its own, add pgbouncer=true to it',
    );
  // Nobody else does jobs on an embedded database: what is claimed was claimed by a process that is gone.
  if (embedded) {
    await releaseClaims(connection.db);
    await releaseAllEndpoints(connection.db);
  }
  if (embedded && config.archive) {
    archiver = await startArchive(config, { db: connection.db, url, log });
    stops.push(archiver.stop);
  }
  return { ...connection, url };
}
