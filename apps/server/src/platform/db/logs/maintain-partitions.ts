import { sql } from 'kysely';
import { firstIdAt } from '../../../kernel/id.ts';
import type { Trx } from '../database.ts';
import { assertSameTime, findExpired, type LogPartition, listMissingMonths } from './months.ts';
import {
  addMonth,
  canAddMonth,
  dropPartition,
  type LogName,
  listPartitions,
  lockLog,
} from './store.ts';

export type PartitionedLog = {
  table: LogName;
  retentionMs: number;
  /** Percentage. Leaves space for updates. */
  fillfactor?: number;
  /** True if an id in the range is still needed, whatever its age. */
  isNeeded?: (trx: Trx, begin: string, end: string) => Promise<boolean>;
  /** Deletes some expired rows with ids below `end`. */
  dropRows: (trx: Trx, end: string) => Promise<'again' | undefined>;
};

const firstId = firstIdAt(new Date(0));

/**
 * Maintains a log's monthly partitions: adds future ones, drops expired ones, and deletes expired
 * rows from the default partition. One step per run, because each waits for readers. A month with
 * too many rows in the default partition stays there.
 */
export async function maintainPartitions(
  trx: Trx,
  log: PartitionedLog,
  now: Date,
): Promise<'again' | undefined> {
  const { table, retentionMs, fillfactor = 100, dropRows } = log;
  const parts = await listPartitions(trx, table);
  for (const month of listMissingMonths(table, parts, now)) {
    if (!(await canAddMonth(trx, table, month))) continue;
    await addMonth(trx, table, month, fillfactor);
    return 'again';
  }
  const { whole, rowsBefore } = findExpired(
    parts,
    firstIdAt(new Date(now.getTime() - retentionMs)),
  );
  for (const part of whole) if (await dropUnlessPaused(trx, log, part)) return 'again';
  return dropRows(trx, rowsBefore);
}

/** Returns false if some rows are still needed. */
async function dropUnlessPaused(
  trx: Trx,
  { table, isNeeded }: PartitionedLog,
  part: LogPartition,
): Promise<boolean> {
  const { from, to } = part;
  const isStillNeeded = async () =>
    to === null || (await isNeeded?.(trx, from ?? firstId, to)) === true;
  // Check first without a lock.
  if (await isStillNeeded()) return false;
  await lockLog(trx, table);
  if (await isStillNeeded()) return false;
  await dropPartition(trx, table, part);
  return true;
}

/** The database's time, used to add and drop partitions. Throws if this process's clock differs. */
export async function getAgreedTime(trx: Trx, own: Date): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx);
  return assertSameTime(own, rows[0]?.now ?? own);
}
