import type { Point } from './chart.tsx';
import type { Series } from './queries.ts';

type Day = Series['total'];

export const issuedOf = ({ issued }: Day): number => issued;

/** All that people did with their credentials. */
export function engagementOf({ views, shares, downloads, linkedin_adds }: Day): number {
  const shared = Object.values(shares).reduce((sum, count) => sum + count, 0);
  return views + shared + downloads + linkedin_adds;
}

/** Both periods have as many days: the first stands for the first. */
export function pointsOf(
  present: Series,
  before: Series | undefined,
  countOf: (day: Day) => number,
): Point[] {
  return present.days.map((day, n) => {
    const other = before?.days[n];
    return { day: day.day, value: countOf(day), before: other && countOf(other) };
  });
}
