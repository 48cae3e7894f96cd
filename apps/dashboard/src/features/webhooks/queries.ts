import type { Client } from '@insignia/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

export type Webhook = Awaited<ReturnType<Client['webhooks']['list']>>['webhooks'][number];
export type Deliveries = Awaited<ReturnType<Client['webhooks']['deliveries']>>;
export type Delivery = Deliveries['items'][number];
export type Attempt = Delivery['attempts'][number];
type DeliveriesArgs = Parameters<Client['webhooks']['deliveries']>[0];
export type DeliveryFilter = Pick<DeliveriesArgs, 'state' | 'event'>;

// One interval, because endpoints and deliveries are on one screen.
const pollEveryMs = 2_000;

export const webhooksQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'webhooks'],
    queryFn: async ({ signal }) => (await api.webhooks.list({}, { signal })).webhooks,
    refetchInterval: pollEveryMs,
  });

export const webhookQueryKey = (accountId: string, webhookId: string) =>
  [accountId, 'webhook', webhookId] as const;

/** Polls while only the first page is loaded. Older pages must not move under the reader. */
export const deliveriesQuery = (
  { accountId, api }: AccountContextValue,
  webhookId: string,
  filter: DeliveryFilter,
) =>
  infiniteQueryOptions({
    queryKey: [...webhookQueryKey(accountId, webhookId), 'deliveries', filter],
    queryFn: ({ signal, pageParam }) =>
      api.webhooks.deliveries(
        {
          webhookId,
          ...filter,
          ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 ? false : pollEveryMs),
  });

/** The first page of deliveries that failed since a time, to count them. */
export const failedSinceQuery = (
  { accountId, api }: AccountContextValue,
  webhookId: string,
  since: string,
) =>
  queryOptions({
    queryKey: [...webhookQueryKey(accountId, webhookId), 'failed', since],
    queryFn: ({ signal }) =>
      api.webhooks.deliveries({ webhookId, state: 'failed', since }, { signal }),
    enabled: since !== '',
  });
