import type pg from 'pg';

/** This program can't use the database. */
export class UnsupportedDatabaseError extends Error {}

const MIN_MAJOR_VERSION = 15;

/** Reason why a server version isn't supported. `number` is `server_version_num`. */
export function findVersionError(number: number): string | undefined {
  const major = Math.floor(number / 10_000);
  return major < MIN_MAJOR_VERSION
    ? `the database is PostgreSQL ${major}, but Insignia needs ${MIN_MAJOR_VERSION} or later. Upgrade the server first`
    : undefined;
}

/** PostgreSQL's own wording for writes. Other reports use its state. */
class ReadOnlyDatabase extends Error {
  readonly code = '25006';
  readonly severity = 'ERROR';
}

/** Checks before anything is changed. */
export async function assertSupportedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; isReadOnly: boolean }>(
    `select current_setting('server_version_num') as version,
       pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`,
  );
  const versionError = findVersionError(Number(rows[0]?.version));
  if (versionError) throw new UnsupportedDatabaseError(versionError);
  if (rows[0]?.isReadOnly) throw new ReadOnlyDatabase('the database is read-only');
}
