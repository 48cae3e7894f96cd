import { importLimits } from '@insignia/contract';
import type { Attributes } from '@insignia/recipients';
import type { Client } from '@insignia/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import type { Badge } from '../../shared/queries.ts';
import { idFromUrl } from '../../shared/random-id.ts';

export type ImportItem = Awaited<ReturnType<Client['imports']['list']>>['items'][number];
export type ImportReport = Awaited<ReturnType<Client['imports']['get']>>;

const pollEveryMs = 1_000;
export const isFinished = ({ finishedAt }: Pick<ImportItem, 'finishedAt'>): boolean =>
  finishedAt !== null;

export const importsQuery = ({ accountId, api }: AccountContextValue) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'imports'],
    queryFn: ({ signal, pageParam }) =>
      api.imports.list(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    // Running imports are always on the first page.
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.slice(0, importLimits.open).every(isFinished) ? false : pollEveryMs,
  });

export const importQuery = ({ accountId, api }: AccountContextValue, importId: string) =>
  queryOptions({
    queryKey: [accountId, 'import', importId],
    queryFn: ({ signal }) => api.imports.get({ importId }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isFinished(data) ? false : pollEveryMs),
  });

/** Custom fields of the badge. */
export function findBadgeAttributes(badges: readonly Badge[], badgeId: string): Attributes {
  return badges.find(({ id }) => idFromUrl(id) === badgeId)?.attributes ?? [];
}
