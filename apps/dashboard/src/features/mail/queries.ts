import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import type { MailFilter } from './search.ts';

const whileQueuedMs = 3_000;
const MAX_REFETCHED_PAGES = 4;

/** Pages of emails. Refreshed while any is queued, unless many are shown. */
export const mailQuery = ({ accountId, api }: AccountContextValue, filter: MailFilter) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'mail', filter],
    queryFn: ({ signal, pageParam }) =>
      api.mail.list(
        {
          ...filter,
          ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    refetchInterval: ({ state: { data } }) =>
      data &&
      data.pages.length <= MAX_REFETCHED_PAGES &&
      data.pages.some(({ items }) => items.some((mail) => mail.state === 'queued'))
        ? whileQueuedMs
        : false,
  });
