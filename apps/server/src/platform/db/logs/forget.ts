import { firstIdAt } from '../../../kernel/id.ts';
import type { Trx } from '../connect.ts';
import { monthsToAdd, type Part, whatIsOver } from './months.ts';
import { addMonth, canBeAdded, dropPart, holdLog, type LogName, partsOf } from './store.ts';

export type Log = {
  table: LogName;
  keptMs: number;
  /** In percent; what is changed once it is written leaves room for that. */
  fillfactor?: number;
  /** Whether one of the ids below `end`, from `begin` on, is still wanted, however old it is. */
  isHeld?: (trx: Trx, begin: string, end: string) => Promise<boolean>;
  /** Deletes some of what is wanted no more, of the ids before `end`. */
  dropRows: (trx: Trx, end: string) => Promise<'again' | undefined>;
};

const firstOfAll = firstIdAt(new Date(0));

/**
 * Keeps a log in months: adds those to come, drops those that are over, and deletes row by row what is over in the partition
 * from before there were months. One thing a turn, since it waits for the log's readers. A month of which too much has come
 * into the partition for the rest stays there, and goes row by row.
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

/** False when there is something in it that is still wanted. */
async function dropUnlessHeld(trx: Trx, { table, isHeld }: Log, part: Part): Promise<boolean> {
  const { from, to } = part;
  const holds = async () => to === null || (await isHeld?.(trx, from ?? firstOfAll, to)) === true;
  // First without standing in anybody's way.
  if (await holds()) return false;
  await holdLog(trx, table);
  if (await holds()) return false;
  await dropPart(trx, table, part);
  return true;
}
