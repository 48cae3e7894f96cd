import type { Counted, Selection } from './asked.ts';
import type { Filter } from './search.ts';

/** Filters that together select the unrevoked credentials. */
export function standing(filter: Filter): Filter[] {
  if (filter.state === 'revoked') return [];
  if (filter.state) return [filter];
  return (['valid', 'expired'] as const).map((state) => ({ ...filter, state }));
}

export const sumOf = (parts: readonly Counted[]): Counted => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  isMore: parts.some(({ isMore }) => isMore),
});

/** Number of revoked credentials in a selection, as far as known. */
export function revokedOf({ count, isMore = false, standing: left }: Selection): Counted {
  // The difference of two unknown totals is meaningless.
  if (left.isMore) return { count: 0 };
  // Credentials may be issued between two counts.
  return { count: Math.max(0, count - left.count), isMore };
}

/** Values for messages. */
export const valuesOf = ({ count, isMore = false }: Counted) => ({ count, more: String(isMore) });
