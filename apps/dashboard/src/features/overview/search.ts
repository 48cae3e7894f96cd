import { id, oneOf, searchOf } from '../../shared/search.ts';

export const ranges = [7, 30, 90, 365] as const;

/** What the address says of the chart. */
export const searchOfOverview = searchOf({
  days: oneOf(ranges),
  badge: id,
  of: oneOf(['views', 'shares', 'downloads', 'linkedin']),
  compare: oneOf([true]),
});
