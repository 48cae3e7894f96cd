import {
  formatIsoDay,
  type OperationBody,
  readDate,
  type recordEngagement,
} from '@insignia/contract';
import { idLagMs } from '../../kernel/id.ts';

export type EngagementCount = { kind: string; network: string; count: number };
export type EngagementStats = {
  views: number;
  shares: Record<string, number>;
  downloads: number;
  linkedin_adds: number;
};

/** Only shares have a network. A share without one counts for none (decisions, "Engagement"). */
export function countedNetwork({
  kind,
  network,
}: Pick<OperationBody<typeof recordEngagement>, 'kind' | 'network'>): string {
  return kind === 'share' ? (network ?? '') : '';
}

export function summarizeCounts(counted: EngagementCount[]): EngagementStats {
  const total = (kind: string): number =>
    counted.filter((row) => row.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const shares = counted.filter(({ kind, network }) => kind === 'share' && network !== '');
  return {
    views: total('view'),
    shares: Object.fromEntries(shares.map(({ network, count }) => [network, count])),
    downloads: total('download'),
    linkedin_adds: total('linkedin_add'),
  };
}

const dayMs = 86_400_000;

/** A client counts once in this time. Then its hash is deleted. */
export const clientWindowMs = dayMs;

const MAX_RANGE_DAYS = 400;
const DEFAULT_RANGE_DAYS = 30;

/** Inclusive days, as midnights in UTC. */
export type DayRange = { from: number; to: number };
type DayRangeError = { field: 'from' | 'to'; error: string };
const invalidDayMessage = 'must be a valid date, for example 2026-03-01';

/** Defaults to the last 30 days. */
export function decideRange(
  query: { from?: string | undefined; to?: string | undefined },
  now: number,
): DayRange | DayRangeError {
  const end = readDate(query.to ?? formatIsoDay(now));
  if (!end?.isBareDate) return { field: 'to', error: invalidDayMessage };
  const defaultStart = { at: end.at - (DEFAULT_RANGE_DAYS - 1) * dayMs, isBareDate: true };
  const start = query.from === undefined ? defaultStart : readDate(query.from);
  if (!start?.isBareDate) return { field: 'from', error: invalidDayMessage };
  if (start.at > end.at) return { field: 'from', error: 'must not be after to' };
  if (end.at - start.at >= MAX_RANGE_DAYS * dayMs)
    return { field: 'from', error: `must be less than ${MAX_RANGE_DAYS} days before to` };
  return { from: start.at, to: end.at };
}

export type CountedDay = EngagementCount & { day: string };
export type IssuedDay = { day: string; count: number };
type Day = EngagementStats & { issued: number };

/** Marker that all days have counters. */
export const allDaysCounted = '1970-01-01';

/** Start of a database day. */
export const parseMidnight = (day: string): number => readDate(day)?.at ?? 0;

/**
 * Next step of counting days before `countedFrom`. Waits while the newest of them may still change.
 */
export function nextCountingStep(
  countedFrom: string | undefined,
  now: number,
): 'begin' | { end: number } | undefined {
  if (countedFrom === undefined) return 'begin';
  const end = parseMidnight(countedFrom);
  return countedFrom === allDaysCounted || now < end + idLagMs ? undefined : { end };
}

/** Days of the range without counters. */
export function findUncountedRange(
  { from, to }: DayRange,
  countedFrom: string | null,
): DayRange | undefined {
  const last = countedFrom === null ? to : Math.min(to, parseMidnight(countedFrom) - dayMs);
  return from <= last ? { from, to: last } : undefined;
}

/** Issued on counted days and not erased since. */
export function sumIssuedDays(counted: CountedDay[], countedFrom: string | null): IssuedDay[] {
  const signs: Record<string, number> = { issued: 1, erased: -1 };
  const days = new Map<string, number>();
  for (const { day, kind, count } of counted)
    if (countedFrom !== null && day >= countedFrom && kind in signs)
      days.set(day, (days.get(day) ?? 0) + (signs[kind] ?? 0) * count);
  return [...days].map(([day, count]) => ({ day, count }));
}

/** Every day of the range, including empty ones. */
export function buildSeries({ from, to }: DayRange, counted: CountedDay[], issued: IssuedDay[]) {
  const byDay = Map.groupBy(counted, ({ day }) => day);
  const issuedOn = new Map(issued.map(({ day, count }) => [day, count]));
  const days: (Day & { day: string })[] = [];
  for (let at = from; at <= to; at += dayMs) {
    const day = formatIsoDay(at);
    days.push({ day, issued: issuedOn.get(day) ?? 0, ...summarizeCounts(byDay.get(day) ?? []) });
  }
  const groups = Map.groupBy(counted, ({ kind, network }) => `${kind} ${network}`);
  const sums = [...groups.values()].map((rows) => ({
    kind: rows[0]?.kind ?? '',
    network: rows[0]?.network ?? '',
    count: rows.reduce((sum, { count }) => sum + count, 0),
  }));
  const all = issued.reduce((sum, { count }) => sum + count, 0);
  return {
    from: formatIsoDay(from),
    to: formatIsoDay(to),
    days,
    total: { issued: all, ...summarizeCounts(sums) },
  };
}
