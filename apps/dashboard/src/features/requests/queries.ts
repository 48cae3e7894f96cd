import type { Client } from '@insignia/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

type RequestsPage = Awaited<ReturnType<Client['requests']['list']>>;
export type RequestItem = RequestsPage['items'][number];
export type RequestState = RequestItem['state'];

const MAX_REFETCHED_PAGES = 4;

export const requestsQuery = (
  { accountId, api }: AccountContextValue,
  filter: { state?: RequestState },
) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'requests', filter],
    queryFn: ({ signal, pageParam }) =>
      api.requests.list(
        { ...filter, ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    // Each loaded page is a request, and requests are limited.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_REFETCHED_PAGES,
  });
