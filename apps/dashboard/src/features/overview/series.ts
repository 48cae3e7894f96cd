import { sumShares } from '../../shared/statistics.tsx';
import type { ChartPoint } from './chart.tsx';
import type { Series } from './queries.ts';

type Day = Series['total'];

export const getIssued = ({ issued }: Day): number => issued;

/** All engagement, and each kind. */
export const engagementGetters = {
  all: (day) => day.views + sumShares(day) + day.downloads + day.linkedin_adds,
  views: ({ views }) => views,
  shares: sumShares,
  downloads: ({ downloads }) => downloads,
  linkedin: ({ linkedin_adds }) => linkedin_adds,
} as const satisfies Record<string, (day: Day) => number>;
export type EngagementKind = keyof typeof engagementGetters;
export const engagementKinds = Object.keys(engagementGetters) as EngagementKind[];

/** Pairs days of both periods. */
export function buildChartPoints(
  present: Series,
  before: Series | undefined,
  countOf: (day: Day) => number,
): ChartPoint[] {
  return present.days.map((day, n) => {
    const other = before?.days[n];
    return { day: day.day, value: countOf(day), before: other && countOf(other) };
  });
}
