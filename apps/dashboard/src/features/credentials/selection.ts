import type { Credential } from './queries.ts';
import type { CredentialListFilter } from './search.ts';

/** Props of a dialog about one credential. */
export type CredentialDialogProps = {
  opened: boolean;
  close: () => void;
  changed: () => Promise<void>;
  credential: Credential;
};

export type CappedCount = {
  count: number;
  /** True if there are more than counted. */
  isMore?: boolean;
};
export type Selection = CappedCount & {
  /** Unrevoked ones, the only ones that bulk actions affect. */
  standing: CappedCount;
  which: { awardIds: string[] } | { filter: CredentialListFilter } | { all: true };
};

/** Props of a dialog about several credentials. */
export type BulkDialogProps = {
  opened: boolean;
  close: () => void;
  clear: () => void;
  selection: Selection;
  /** Counts for messages. */
  values: { count: number; more: string };
};

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
