import { type BodyOf, dayOf, readDate, type recordEngagement } from '@insignia/contract';
import { idLagMs } from '../../kernel/id.ts';

export type Counted = { kind: string; network: string; count: number };
export type Stats = {
  views: number;
  shares: Record<string, number>;
  downloads: number;
  linkedin_adds: number;
};

/** Only shares have a network. A share without one counts for none (decisions, "Engagement"). */
export function networkOf({
  kind,
  network,
}: Pick<BodyOf<typeof recordEngagement>, 'kind' | 'network'>): string {
  return kind === 'share' ? (network ?? '') : '';
}

export function statsOf(counted: Counted[]): Stats {
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

/** A client counts once in this time and is then forgotten. */
export const clientCountsMs = dayMs;

const longestDays = 400;
const usualDays = 30;

/** Inclusive days, as midnights in UTC. */
export type Range = { from: number; to: number };
type BadRange = { field: 'from' | 'to'; fault: string };
const notADay = 'must be a day that exists, such as 2026-03-01';

/** Defaults to the last 30 days. */
export function decideRange(
  asked: { from?: string | undefined; to?: string | undefined },
  now: number,
): Range | BadRange {
  const end = readDate(asked.to ?? dayOf(now));
  if (!end?.isBareDate) return { field: 'to', fault: notADay };
  const usual = { at: end.at - (usualDays - 1) * dayMs, isBareDate: true };
  const start = asked.from === undefined ? usual : readDate(asked.from);
  if (!start?.isBareDate) return { field: 'from', fault: notADay };
  if (start.at > end.at) return { field: 'from', fault: 'must not be after to' };
  if (end.at - start.at >= longestDays * dayMs)
    return { field: 'from', fault: `must be less than ${longestDays} days before to` };
  return { from: start.at, to: end.at };
}

export type CountedDay = Counted & { day: string };
export type IssuedDay = { day: string; count: number };
type Day = Stats & { issued: number };

/** Marker that all days have counters. */
export const allCounted = '1970-01-01';

/** Start of a database day. */
export const midnightOf = (day: string): number => readDate(day)?.at ?? 0;

/**
 * Next step of counting days before `countedFrom`. Waits while the newest of them may still change.
 */
export function turnOfCounting(
  countedFrom: string | undefined,
  now: number,
): 'begin' | { end: number } | undefined {
  if (countedFrom === undefined) return 'begin';
  const end = midnightOf(countedFrom);
  return countedFrom === allCounted || now < end + idLagMs ? undefined : { end };
}

/** Days of the range without counters. */
export function uncounted({ from, to }: Range, countedFrom: string | null): Range | undefined {
  const last = countedFrom === null ? to : Math.min(to, midnightOf(countedFrom) - dayMs);
  return from <= last ? { from, to: last } : undefined;
}

/** Issued on counted days and not erased since. */
export function issuedOf(counted: CountedDay[], countedFrom: string | null): IssuedDay[] {
  const signs: Record<string, number> = { issued: 1, erased: -1 };
  const days = new Map<string, number>();
  for (const { day, kind, count } of counted)
    if (countedFrom !== null && day >= countedFrom && kind in signs)
      days.set(day, (days.get(day) ?? 0) + (signs[kind] ?? 0) * count);
  return [...days].map(([day, count]) => ({ day, count }));
}

/** Every day of the range, including empty ones. */
export function seriesOf({ from, to }: Range, counted: CountedDay[], issued: IssuedDay[]) {
  const byDay = Map.groupBy(counted, ({ day }) => day);
  const issuedOn = new Map(issued.map(({ day, count }) => [day, count]));
  const days: (Day & { day: string })[] = [];
  for (let at = from; at <= to; at += dayMs) {
    const day = dayOf(at);
    days.push({ day, issued: issuedOn.get(day) ?? 0, ...statsOf(byDay.get(day) ?? []) });
  }
  const groups = Map.groupBy(counted, ({ kind, network }) => `${kind} ${network}`);
  const sums = [...groups.values()].map((rows) => ({
    kind: rows[0]?.kind ?? '',
    network: rows[0]?.network ?? '',
    count: rows.reduce((sum, { count }) => sum + count, 0),
  }));
  const all = issued.reduce((sum, { count }) => sum + count, 0);
  return { from: dayOf(from), to: dayOf(to), days, total: { issued: all, ...statsOf(sums) } };
}
