import type { Counted, Selection } from './asked.ts';
import type { Filter } from './search.ts';

/** What together lets through of a filter's credentials those that are not revoked. */
export function standing(filter: Filter): Filter[] {
  if (filter.state === 'revoked') return [];
  if (filter.state) return [filter];
  return (['valid', 'expired'] as const).map((state) => ({ ...filter, state }));
}

export const sumOf = (parts: readonly Counted[]): Counted => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  isMore: parts.some(({ isMore }) => isMore),
});

/** How many of a selection are revoked already, as far as can be told. */
export function revokedOf({ count, isMore = false, standing: left }: Selection): Counted {
  // Of two numbers that are not known the difference says nothing.
  if (left.isMore) return { count: 0 };
  // Between two counts some may have been issued.
  return { count: Math.max(0, count - left.count), isMore };
}

/** As the texts take them. */
export const valuesOf = ({ count, isMore = false }: Counted) => ({ count, more: String(isMore) });
