import type { Client } from '@insignia/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';
import type { Filter } from './search.ts';

type Page = Awaited<ReturnType<Client['mail']['list']>>;
export type MailItem = Page['items'][number];
export type MailState = MailItem['state'];

const whileQueuedMs = 3_000;
const mostFollowed = 4;

/** Pages of emails. Refreshed while any is queued, unless many are shown. */
export const mailQuery = ({ accountId, api }: Here, filter: Filter) =>
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
      data.pages.length <= mostFollowed &&
      data.pages.some(({ items }) => items.some((mail) => mail.state === 'queued'))
        ? whileQueuedMs
        : false,
  });
