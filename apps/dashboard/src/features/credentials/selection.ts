import type { AccountContextValue } from '../../shared/account.ts';
import { idFromUrl } from '../../shared/random-id.ts';
import type { CredentialListFilter } from '../../shared/search.ts';
import { findUnreachable } from '../../shared/unreachable.ts';
import type { CredentialItem } from './columns.tsx';
import type { Credential } from './queries.ts';

export type CredentialDialogProps = {
  opened: boolean;
  close: () => void;
  invalidate: () => Promise<void>;
  credential: Credential;
};

export type BoundedCount = {
  count: number;
  /** True if counting stopped at the limit. */
  isMore?: boolean;
};
export type Selection = BoundedCount & {
  /** Bulk actions affect only these. */
  unrevoked: BoundedCount;
  /** Unrevoked credentials whose recipient wasn't emailed. */
  notEmailed: BoundedCount;
  which: { awardIds: string[] } | { filter: CredentialListFilter } | { all: true };
  /** The unrevoked credentials, if they were selected one by one. */
  unrevokedItems?: readonly CredentialItem[];
};

/** Recipients in a selection who get no email: they unsubscribed, bounced or complained. */
export type UnreachableCounts = { unrevoked: number; notEmailed: number };

const isNotEmailed = ({ emailStatus }: CredentialItem): boolean => emailStatus === 'not_emailed';

export function buildSelection(ticked: readonly CredentialItem[]): Selection | undefined {
  if (ticked.length === 0) return undefined;
  const unrevokedItems = ticked.filter(({ state }) => state !== 'revoked');
  return {
    count: ticked.length,
    unrevoked: { count: unrevokedItems.length },
    notEmailed: { count: unrevokedItems.filter(isNotEmailed).length },
    which: { awardIds: ticked.map(({ id }) => idFromUrl(id)) },
    unrevokedItems,
  };
}

/** Asks the service, because people unsubscribe while a list is open. */
export async function countUnreachable(
  here: AccountContextValue,
  { which, unrevokedItems = [] }: Selection,
  signal: AbortSignal,
): Promise<UnreachableCounts> {
  if (!('awardIds' in which)) {
    const filters = excludeRevoked('filter' in which ? which.filter : {});
    const count = async (some: readonly CredentialListFilter[]) => {
      const ask = (filter: CredentialListFilter) =>
        here.api.credentials.count({ filter, unreachable: 'true' }, { signal });
      const found = await Promise.all(some.map(ask));
      return found.reduce((sum, { unreachable = 0 }) => sum + unreachable, 0);
    };
    const [unrevoked, notEmailed] = await Promise.all([
      count(filters),
      count(excludeEmailed(filters)),
    ]);
    return { unrevoked, notEmailed };
  }
  const [first] = unrevokedItems;
  if (!first) return { unrevoked: 0, notEmailed: 0 };
  const emails = [...new Set(unrevokedItems.map(({ recipient }) => recipient.email))];
  const found = await findUnreachable(here, first.badge.id, emails, signal);
  const unreachable = unrevokedItems.filter(({ recipient }) => found.has(recipient.email));
  return { unrevoked: unreachable.length, notEmailed: unreachable.filter(isNotEmailed).length };
}

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

export const sumCounts = (parts: readonly BoundedCount[]): BoundedCount => ({
  count: parts.reduce((sum, { count }) => sum + count, 0),
  isMore: parts.some(({ isMore }) => isMore),
});

/** Number of revoked credentials in a selection, as far as known. */
export function countRevoked({ count, isMore = false, unrevoked }: Selection): BoundedCount {
  // Counting stopped at the limit, so the difference would be meaningless.
  if (unrevoked.isMore) return { count: 0 };
  // Credentials may be issued between two counts.
  return { count: Math.max(0, count - unrevoked.count), isMore };
}

export const toCountValues = ({ count, isMore = false }: BoundedCount) => ({
  count,
  more: String(isMore),
});
