import type { Client } from '@insignia/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

type RecipientsPage = Awaited<ReturnType<Client['recipients']['list']>>;
export type RecipientItem = RecipientsPage['items'][number];
export type EarlierAddress = NonNullable<RecipientsPage['earlierAddresses']>[number];
export type RecipientPage = Awaited<ReturnType<Client['recipients']['get']>>;
export type RecipientAward = RecipientPage['awards'][number];

const whileQueuedMs = 3_000;
const MAX_REFETCHED_PAGES = 4;

export const recipientsQuery = (
  { accountId, api }: AccountContextValue,
  filter: { search?: string },
) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'recipients', filter],
    queryFn: ({ signal, pageParam }) =>
      api.recipients.list(
        { ...filter, ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    // Each loaded page is a request, and requests are limited.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_REFETCHED_PAGES,
  });

/** Pages of a person's credentials, with their emails. Refreshed while an email is queued. */
export const recipientQuery = ({ accountId, api }: AccountContextValue, recipientId: string) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'recipients', 'one', recipientId],
    queryFn: ({ signal, pageParam }) =>
      api.recipients.get(
        { recipientId, ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    refetchInterval: ({ state: { data } }) =>
      data &&
      data.pages.length <= MAX_REFETCHED_PAGES &&
      data.pages.some(({ mail }) => mail.some(({ state }) => state === 'queued'))
        ? whileQueuedMs
        : false,
  });
