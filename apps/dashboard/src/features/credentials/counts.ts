import type { CappedCount, Selection } from './dialog-props.ts';
import type { CredentialListFilter } from './search.ts';

/** Filters that together select the unrevoked credentials. */
export function excludeRevoked(filter: CredentialListFilter): CredentialListFilter[] {
  if (filter.state === 'revoked') return [];
  if (filter.state) return [filter];
  return (['valid', 'expired'] as const).map((state) => ({ ...filter, state }));
}

export const sumCounts = (parts: readonly CappedCount[]): CappedCount => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  isMore: parts.some(({ isMore }) => isMore),
});

/** Number of revoked credentials in a selection, as far as known. */
export function countRevoked({ count, isMore = false, standing: left }: Selection): CappedCount {
  // The difference of two unknown totals is meaningless.
  if (left.isMore) return { count: 0 };
  // Credentials may be issued between two counts.
  return { count: Math.max(0, count - left.count), isMore };
}

/** Values for messages. */
export const toCountValues = ({ count, isMore = false }: CappedCount) => ({
  count,
  more: String(isMore),
});
