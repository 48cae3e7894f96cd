import { firstIdAt } from '../../../kernel/id.ts';
import type { Trx } from '../connect.ts';
import { monthsToAdd, type Part, whatIsOver } from './months.ts';
import { addMonth, canBeAdded, dropPart, holdLog, type LogName, partsOf } from './store.ts';

export type Log = {
  table: LogName;
  keptMs: number;
  /** Percentage. Leaves space for updates. */
  fillfactor?: number;
  /** True if an id in the range is still needed, whatever its age. */
  isHeld?: (trx: Trx, begin: string, end: string) => Promise<boolean>;
  /** Deletes some expired rows with ids below `end`. */
  dropRows: (trx: Trx, end: string) => Promise<'again' | undefined>;
};

const firstOfAll = firstIdAt(new Date(0));

/**
 * Maintains a log's monthly partitions: adds future ones, drops expired ones, and deletes expired
 * rows from the default partition. One step per run, because each waits for readers. A month with
 * too many rows in the default partition stays there.
 */
export async function forgetMonths(trx: Trx, log: Log, now: Date): Promise<'again' | undefined> {
  const { table, keptMs, fillfactor = 100, dropRows } = log;
  const parts = await partsOf(trx, table);
  for (const month of monthsToAdd(table, parts, now)) {
    if (!(await canBeAdded(trx, table, month))) continue;
    await addMonth(trx, table, month, fillfactor);
    return 'again';
  }
  const { whole, rowsBefore } = whatIsOver(parts, firstIdAt(new Date(now.getTime() - keptMs)));
  for (const part of whole) if (await dropUnlessHeld(trx, log, part)) return 'again';
  return dropRows(trx, rowsBefore);
}

/** Returns false if some rows are still needed. */
async function dropUnlessHeld(trx: Trx, { table, isHeld }: Log, part: Part): Promise<boolean> {
  const { from, to } = part;
  const holds = async () => to === null || (await isHeld?.(trx, from ?? firstOfAll, to)) === true;
  // Check first without a lock.
  if (await holds()) return false;
  await holdLog(trx, table);
  if (await holds()) return false;
  await dropPart(trx, table, part);
  return true;
}
