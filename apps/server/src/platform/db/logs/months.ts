import { firstIdAt } from '../../../kernel/id.ts';

/** A partition of a log: the ids from `from` on, below `to`. Without both it is the one for what has no other place. */
export type Part = { name: string; from: string | null; to: string | null };

const uuid = /'([0-9a-f-]{36})'/;

/** Reads a bound as PostgreSQL words it. */
export function readPart(name: string, bound: string): Part {
  const [, from = '', to = ''] = /^FOR VALUES FROM \(([^)]*)\) TO \(([^)]*)\)$/.exec(bound) ?? [];
  return { name, from: uuid.exec(from)?.[1] ?? null, to: uuid.exec(to)?.[1] ?? null };
}

export const startOfMonth = (time: Date, later = 0): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));

/** How many months there are beyond the present one. */
const ahead = 3;

export type Month = { name: string; from: Date; to: Date };

/**
 * The months from the present one on that no partition has: a service that has slept for a year still has few to add, and
 * where a clock was once years ahead the months before those are added all the same.
 */
export function monthsToAdd(log: string, parts: Part[], now: Date): Month[] {
  const end = startOfMonth(now, ahead + 1);
  const months: Month[] = [];
  for (let from = startOfMonth(now); from < end; from = startOfMonth(from, 1)) {
    const name = `${log}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
    const first = firstIdAt(from);
    if (!parts.some((part) => holds(part, first)))
      months.push({ name, from, to: startOfMonth(from, 1) });
  }
  return months;
}

/** All of a month, when its first id: every bound is the beginning of one. */
function holds({ from, to }: Part, id: string): boolean {
  return to !== null && id < to && (from === null || from <= id);
}

const mostApart = 5 * 60_000;

/** A clock that is years ahead would have all logs dropped at once: where the two are apart nobody knows which one is right. */
export function checkedTime(own: Date, database: Date): Date {
  const apart = Math.abs(own.getTime() - database.getTime());
  if (apart <= mostApart) return database;
  throw new Error(
    `nothing is forgotten: the clock of this process says ${own.toISOString()}, the database's ${database.toISOString()}. Set the one that is wrong`,
  );
}

/**
 * What is over before `end`: partitions that may go as a whole, the oldest first, and up to where the rest is deleted row by
 * row, since it lies among what stays. Of a month that is over in part nothing goes before all of it does.
 */
export function whatIsOver(parts: Part[], end: string): { whole: Part[]; rowsBefore: string } {
  const sorted = parts
    .filter(({ to }) => to !== null)
    .sort((one, other) => ((one.to ?? '') < (other.to ?? '') ? -1 : 1));
  const whole = sorted.filter(({ to }) => to !== null && to <= end);
  const next = sorted[whole.length];
  return { whole, rowsBefore: next?.from && next.from < end ? next.from : end };
}
