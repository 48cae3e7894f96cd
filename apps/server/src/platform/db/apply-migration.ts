import type pg from 'pg';
import type { MigrationFile } from './migration-files.ts';
import { type Piece, repeatable } from './repeatable.ts';
import { atOnce, type RetryOptions, retryLocked } from './retry-locked.ts';

/** Runs what it says and notes its name: in one transaction, or one statement after the other where they must stand alone. */
export function applyMigration(
  client: pg.Client,
  file: MigrationFile,
  options: RetryOptions,
): Promise<void> {
  return retryLocked(`migration ${file.name}`, options, () =>
    file.isOutside
      ? inPieces(client, file, options)
      : atOnce(client, options, async () => {
          if (!(await note(client, file))) return;
          await client.query(file.text);
          await noteNeed(client, file);
        }),
  );
}

async function inPieces(
  client: pg.Client,
  file: MigrationFile,
  options: RetryOptions,
): Promise<void> {
  for (const piece of repeatable(file)) await runPiece(client, piece, options);
  // Older programs must not see the one without the other.
  await atOnce(client, options, async () => {
    await note(client, file);
    await noteNeed(client, file);
  });
}

async function runPiece(
  client: pg.Client,
  { statement, index, isPrimary }: Piece,
  options: RetryOptions,
): Promise<void> {
  const state = index && (await stateOf(client, index));
  if (state === 'primary' || (state === 'valid' && !isPrimary)) return;
  if (isPrimary) return atOnce(client, options, async () => void (await client.query(statement)));
  if (state === 'invalid') await client.query(`drop index concurrently ${index}`);
  await client.query(statement);
}

/** False when somebody else was faster: the name is taken before the work, so a second one waits for the first. */
async function note(client: pg.Client, { name }: MigrationFile): Promise<boolean> {
  await client.query(`create table if not exists kysely_migration
    (name varchar(255) primary key, "timestamp" varchar(255) not null)`);
  const { rowCount } = await client.query(
    `insert into kysely_migration (name, "timestamp") values ($1, $2) on conflict do nothing`,
    [name, new Date().toISOString()],
  );
  return rowCount === 1;
}

async function noteNeed(client: pg.Client, { name, needs }: MigrationFile): Promise<void> {
  if (needs)
    await client.query('update kysely_migration set needs = $2 where name = $1', [name, needs]);
}

type State = 'invalid' | 'valid' | 'primary';

async function stateOf(client: pg.Client, index: string): Promise<State | undefined> {
  const { rows } = await client.query<{ state: State }>(
    `select case when indisprimary then 'primary' when indisvalid then 'valid' else 'invalid' end as state
     from pg_index where indexrelid = to_regclass($1)`,
    [index],
  );
  return rows[0]?.state;
}
