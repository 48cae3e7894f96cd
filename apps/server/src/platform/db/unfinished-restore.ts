import type pg from 'pg';

/** A restore into this database was started and not finished. */
export class UnfinishedRestoreError extends Error {
  constructor(what: string) {
    super(`${what} was interrupted. Run the same command again, or use an empty database`);
  }
}

/** Source of an unfinished restore. Its table is temporary and not part of the migrations. */
export async function findUnfinishedRestore(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.restoring') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return undefined;
  const found = await client.query<{ backup: string }>('select backup from restoring');
  return found.rows[0]?.backup;
}

/** Keeps services from starting on this database. */
export async function markRestoreStarted(client: pg.Client, what: string): Promise<void> {
  await client.query('begin');
  await client.query('create table if not exists restoring (backup text not null)');
  await client.query('delete from restoring');
  await client.query('insert into restoring values ($1)', [what]);
  await client.query('commit');
}

export async function clearRestoreMark(client: pg.Client): Promise<void> {
  await client.query('drop table restoring');
}
