import type { Config } from '../config/index.ts';
import { releaseAllEndpoints } from '../features/webhooks/index.ts';
import {
  connect,
  type DatabaseConnection,
  describeNewerSchema,
  isBehindPooler,
  migrate,
  openEmbedded,
  readTarget,
} from '../platform/db/index.ts';
import { releaseClaims } from '../platform/jobs/index.ts';
import type { Logger } from '../platform/log/index.ts';

/** Opens the configured database and migrates it. */
export async function openDatabase(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<DatabaseConnection & { url: string }> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbedded(config.dataDir, (message) => log.warn(message), config.postgres);
  if (embedded) stops.push(embedded.stop);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(url, {
    onWait: (message) => log.warn(message),
    onNewer: (names) => log.warn(describeNewerSchema(names)),
  });
  const connection = connect(url, (error) =>
    log.warn({ reason: error.message }, 'a database connection was lost'),
  );
  stops.push(connection.close);
  if (!readTarget(url).throughPooler && (await isBehindPooler(connection.pool)))
    log.warn(
      'DATABASE_URL uses a pooler. Unless it gives each client its own connection, add pgbouncer=true',
    );
  // An embedded database has no other workers: existing claims belong to a dead process.
  if (embedded) {
    await releaseClaims(connection.db);
    await releaseAllEndpoints(connection.db);
  }
  return { ...connection, url };
}
