import { sharesOf } from '../../shared/statistics.tsx';
import type { Point } from './chart.tsx';
import type { Series } from './queries.ts';

type Day = Series['total'];

export const issuedOf = ({ issued }: Day): number => issued;

/** All engagement, and each kind. */
export const engagement = {
  all: (day) => day.views + sharesOf(day) + day.downloads + day.linkedin_adds,
  views: ({ views }) => views,
  shares: sharesOf,
  downloads: ({ downloads }) => downloads,
  linkedin: ({ linkedin_adds }) => linkedin_adds,
} as const satisfies Record<string, (day: Day) => number>;
export type Engagement = keyof typeof engagement;
export const engagements = Object.keys(engagement) as Engagement[];

/** Pairs days of both periods. */
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
