import { createSearchParser, idParam, oneOfParam } from '../../shared/search.ts';

export const chartRanges = [7, 30, 90, 365] as const;

/** What the address says of the chart. */
export const parseOverviewSearch = createSearchParser({
  days: oneOfParam(chartRanges),
  badge: idParam,
  of: oneOfParam(['views', 'shares', 'downloads', 'linkedin']),
  compare: oneOfParam([true]),
});
