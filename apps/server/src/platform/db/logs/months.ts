import { timeOfId } from '../../../kernel/id.ts';

/** A partition of a log: the ids from `from` on, below `to`. Without both it is the one for what has no other place. */
export type Part = { name: string; from: string | null; to: string | null };

const uuid = /'([0-9a-f-]{36})'/;

/** Reads a bound as PostgreSQL words it. */
export function readPart(name: string, bound: string): Part {
  const [, from = '', to = ''] = /^FOR VALUES FROM \(([^)]*)\) TO \(([^)]*)\)$/.exec(bound) ?? [];
  return { name, from: uuid.exec(from)?.[1] ?? null, to: uuid.exec(to)?.[1] ?? null };
}

const startOfMonth = (time: Date, later = 0): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));

/** How many months there are beyond the present one. */
const ahead = 3;

export type Month = { name: string; from: Date; to: Date };

/** The months that are to be added, as a service that has slept for a year still has few to add. */
export function monthsToAdd(log: string, parts: Part[], now: Date): Month[] {
  const last = parts
    .map(({ to }) => to ?? '')
    .sort()
    .at(-1);
  const end = startOfMonth(now, ahead + 1);
  const months: Month[] = [];
  let from = startOfMonth(now);
  if (last && timeOfId(last) > from) from = timeOfId(last);
  while (from < end) {
    const to = startOfMonth(from, 1);
    months.push({ name: `${log}_${from.toISOString().slice(0, 7).replace('-', '_')}`, from, to });
    from = to;
  }
  return months;
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
