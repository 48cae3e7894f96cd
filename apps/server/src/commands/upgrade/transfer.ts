import {
  type Copied,
  copyAcross,
  damaged,
  estimateRows,
  inSnapshot,
  readTables,
  type Session,
  sumOfTable,
  type Table,
} from '../../platform/backup/index.ts';
import { HalfRestored, halfRestored, migrate, openClient } from '../../platform/db/index.ts';
import { fill } from '../backup/fill.ts';
import { migrationsOf } from '../backup/migrations.ts';
import { CommandFault, refused } from '../fault.ts';
import type { Surroundings } from '../service.ts';

export type Source = { migrations: string[]; bytes: number };
export type Transferred = {
  tables: number;
  rows: number;
  migrated: string[];
  foreignTables: string[];
};
type Progress = (done: number, of: number) => void;
type Sums = Map<string, Omit<Copied, 'file'>>;

/** Reads what to copy. Refuses a database that can't be copied completely. */
export async function readSource({ client }: Session): Promise<Source> {
  const broken = await halfRestored(client);
  if (broken) throw new HalfRestored(broken);
  const { migrations, newer } = await migrationsOf(client);
  if (newer.length > 0)
    throw new CommandFault(
      'unfit',
      `the database belongs to a newer version of Insignia (${newer.join(', ')}): use that version's command line`,
    );
  if (migrations.length === 0) throw refused('the database is empty: there is nothing to move');
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float as bytes',
  );
  return { migrations, bytes: rows[0]?.bytes ?? 0 };
}

/** Copies all tables in one snapshot and compares both sides. */
export function transfer(
  from: string,
  to: string,
  { signal, warn }: Surroundings,
  onProgress: Progress,
): Promise<Transferred> {
  return inSnapshot(from, async (session) => {
    const { client } = session;
    const { migrations } = await readSource(session);
    const { tables, foreign } = await readTables(client);
    const about = await estimateRows(client, tables);
    const sums: Sums = new Map();
    const nothing = async (): Promise<void> => {};
    await fill(
      to,
      {
        ...{ name: 'the move into this database', migrations },
        source: {
          tables,
          copyInto: async (into, table) => {
            const copied = await copyAcross(client, into, table, signal);
            sums.set(table.name, copied);
            return copied.rows;
          },
        },
      },
      {
        ...{ signal, warn, meanwhile: nothing, before: nothing },
        onLoaded: (rows) => onProgress(rows, Math.max(about, rows)),
      },
    );
    const rows = await compare(to, tables, sums, signal);
    const migrated: string[] = [];
    await migrate(to, { onWait: warn, onApplied: (name) => migrated.push(name) });
    await analyze(to);
    return { tables: tables.length, rows, migrated, foreignTables: foreign };
  });
}

function compare(
  url: string,
  tables: readonly Table[],
  sums: Sums,
  signal: AbortSignal,
): Promise<number> {
  return inSnapshot(url, async ({ client }) => {
    let all = 0;
    for (const table of tables) {
      signal.throwIfAborted();
      const [wanted, found] = [sums.get(table.name), await sumOfTable(client, table)];
      if (found.rows !== wanted?.rows || found.text.sha256 !== wanted.text.sha256)
        throw damaged(`the table ${table.name}`, 'the new database');
      all += found.rows;
    }
    return all;
  });
}

async function analyze(url: string): Promise<void> {
  const { client, close } = await openClient(url);
  await client.query('analyze').finally(close);
}
