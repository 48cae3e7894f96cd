import { createSearchParser, idParam, oneOfParam } from '../../shared/search.ts';

export const chartRanges = [7, 30, 90, 365] as const;

/** Reads the range of the chart from the URL. */
export const parseOverviewSearch = createSearchParser({
  days: oneOfParam(chartRanges),
  badge: idParam,
  of: oneOfParam(['views', 'shares', 'downloads', 'linkedin']),
  compare: oneOfParam([true]),
});
