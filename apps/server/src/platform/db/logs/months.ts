import { firstIdAt } from '../../../kernel/id.ts';

/**
 * A partition with ids from `from` up to, but not including, `to`. Both are null for the default
 * partition.
 */
export type LogPartition = { name: string; from: string | null; to: string | null };

const uuid = /'([0-9a-f-]{36})'/;

/** Parses a partition bound as PostgreSQL prints it. */
export function parsePartition(name: string, bound: string): LogPartition {
  const [, from = '', to = ''] = /^FOR VALUES FROM \(([^)]*)\) TO \(([^)]*)\)$/.exec(bound) ?? [];
  return { name, from: uuid.exec(from)?.[1] ?? null, to: uuid.exec(to)?.[1] ?? null };
}

export const startOfMonth = (time: Date, later = 0): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later));

/** Number of future partitions. */
const MONTHS_AHEAD = 3;

export type Month = { name: string; from: Date; to: Date };

/**
 * Missing partitions from the current month on. Unaffected by long downtime or by partitions far in
 * the future.
 */
export function listMissingMonths(log: string, parts: LogPartition[], now: Date): Month[] {
  const end = startOfMonth(now, MONTHS_AHEAD + 1);
  const months: Month[] = [];
  for (let from = startOfMonth(now); from < end; from = startOfMonth(from, 1)) {
    const name = `${log}_${from.toISOString().slice(0, 7).replace('-', '_')}`;
    const first = firstIdAt(from);
    if (!parts.some((part) => isInPartition(part, first)))
      months.push({ name, from, to: startOfMonth(from, 1) });
  }
  return months;
}

/** True if the whole month of this first id is covered. Bounds are starts of months. */
function isInPartition({ from, to }: LogPartition, id: string): boolean {
  return to !== null && id < to && (from === null || from <= id);
}

const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** With clocks years apart, one of them would drop all logs, and nobody knows which is right. */
export function assertSameTime(own: Date, database: Date): Date {
  const skewMs = Math.abs(own.getTime() - database.getTime());
  if (skewMs <= MAX_CLOCK_SKEW_MS) return database;
  throw new Error(
    `old rows aren't deleted, because the clocks differ: this process has ${own.toISOString()}, the database ${database.toISOString()}. Correct the wrong one`,
  );
}

/**
 * Expired data: partitions to drop, oldest first, and an id below which rows of the others are
 * deleted. A month is dropped only once all of it has expired.
 */
export function findExpired(
  parts: LogPartition[],
  end: string,
): { whole: LogPartition[]; rowsBefore: string } {
  const sorted = parts
    .filter(({ to }) => to !== null)
    .sort((one, other) => ((one.to ?? '') < (other.to ?? '') ? -1 : 1));
  const whole = sorted.filter(({ to }) => to !== null && to <= end);
  const next = sorted[whole.length];
  return { whole, rowsBefore: next?.from && next.from < end ? next.from : end };
}
