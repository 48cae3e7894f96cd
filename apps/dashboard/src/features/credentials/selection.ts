import type { CredentialListFilter } from '../../shared/search.ts';
import type { Credential } from './queries.ts';

export type CredentialDialogProps = {
  opened: boolean;
  close: () => void;
  invalidate: () => Promise<void>;
  credential: Credential;
};

export type CappedCount = {
  count: number;
  /** True if counting stopped at the limit. */
  isMore?: boolean;
};
export type Selection = CappedCount & {
  /** Bulk actions affect only these. */
  unrevoked: CappedCount;
  /** Unrevoked credentials whose recipient wasn't emailed. */
  notEmailed: CappedCount;
  which: { awardIds: string[] } | { filter: CredentialListFilter } | { all: true };
};

export type BulkDialogProps = {
  opened: boolean;
  close: () => void;
  clear: () => void;
  selection: Selection;
};

/** Returns filters that together match the unrevoked credentials of `filter`. */
export function excludeRevoked(filter: CredentialListFilter): CredentialListFilter[] {
  if (filter.state === 'revoked') return [];
  if (filter.state) return [filter];
  return (['valid', 'expired'] as const).map((state) => ({ ...filter, state }));
}

/** Returns filters that together match the credentials of `filters` whose recipient wasn't emailed. */
export const excludeEmailed = (filters: readonly CredentialListFilter[]): CredentialListFilter[] =>
  filters
    .filter(({ emailStatus = 'not_emailed' }) => emailStatus === 'not_emailed')
    .map((filter) => ({ ...filter, emailStatus: 'not_emailed' }));

export const sumCounts = (parts: readonly CappedCount[]): CappedCount => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  isMore: parts.some(({ isMore }) => isMore),
});

/** Number of revoked credentials in a selection, as far as known. */
export function countRevoked({ count, isMore = false, unrevoked }: Selection): CappedCount {
  // Counting stopped at the limit, so the difference would be meaningless.
  if (unrevoked.isMore) return { count: 0 };
  // Credentials may be issued between two counts.
  return { count: Math.max(0, count - unrevoked.count), isMore };
}

export const toCountValues = ({ count, isMore = false }: CappedCount) => ({
  count,
  more: String(isMore),
});
