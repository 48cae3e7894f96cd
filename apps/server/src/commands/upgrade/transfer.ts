import {
  type BackupTable,
  checksumTable,
  copyAcross,
  type DatabaseSession,
  damagedBackup,
  estimateRows,
  inSnapshot,
  readTables,
  type TableCopy,
} from '../../features/backup/index.ts';
import { migrate, openClient } from '../../platform/db/index.ts';
import { fillDatabase } from '../backup/fill.ts';
import { requireCopyableDatabase } from '../backup/migrations.ts';
import type { CommandContext } from '../service.ts';

export type TransferSource = { migrations: string[]; bytes: number };
export type TransferResult = {
  tables: number;
  rows: number;
  migrated: string[];
  foreignTables: string[];
};
type OnTransferProgress = (done: number, of: number) => void;
type TableChecksums = Map<string, Omit<TableCopy, 'file'>>;

/** Reads what to copy. Refuses a database that can't be copied completely. */
export async function readTransferSource({ client }: DatabaseSession): Promise<TransferSource> {
  const { migrations } = await requireCopyableDatabase(client, 'move');
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float as bytes',
  );
  return { migrations, bytes: rows[0]?.bytes ?? 0 };
}

/** Copies all tables in one snapshot and compares both sides. */
export function transferDatabase(
  from: string,
  to: string,
  { signal, warn }: CommandContext,
  onProgress: OnTransferProgress,
): Promise<TransferResult> {
  return inSnapshot(from, async (session) => {
    const { client } = session;
    const { migrations } = await readTransferSource(session);
    const { tables, foreign } = await readTables(client);
    const about = await estimateRows(client, tables);
    const sums: TableChecksums = new Map();
    const nothing = async (): Promise<void> => {};
    await fillDatabase(
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
    const rows = await compareTables(to, tables, sums, signal);
    const migrated: string[] = [];
    await migrate(to, { onWait: warn, onApplied: (name) => migrated.push(name) });
    await analyzeDatabase(to);
    return { tables: tables.length, rows, migrated, foreignTables: foreign };
  });
}

function compareTables(
  url: string,
  tables: readonly BackupTable[],
  sums: TableChecksums,
  signal: AbortSignal,
): Promise<number> {
  return inSnapshot(url, async ({ client }) => {
    let all = 0;
    for (const table of tables) {
      signal.throwIfAborted();
      const [expected, found] = [sums.get(table.name), await checksumTable(client, table)];
      if (found.rows !== expected?.rows || found.text.sha256 !== expected.text.sha256)
        throw damagedBackup(`the table ${table.name}`, 'the new database');
      all += found.rows;
    }
    return all;
  });
}

async function analyzeDatabase(url: string): Promise<void> {
  const { client, close } = await openClient(url);
  await client.query('analyze').finally(close);
}
