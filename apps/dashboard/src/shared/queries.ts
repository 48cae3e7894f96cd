import type { Client } from '@insignia/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from './account.ts';
import { createAccountClient } from './connection.ts';

type Issuers = Awaited<ReturnType<Client['issuers']['list']>>;
export type Issuer = Issuers['items'][number];
type Badges = Awaited<ReturnType<Client['badges']['list']>>;
export type Badge = Extract<Badges, readonly unknown[]>[number];

/** Queries of several screens, by account. */
type QueryAccount = Pick<AccountContextValue, 'accountId' | 'api'>;

export const issuersQuery = ({ accountId, api }: QueryAccount) =>
  queryOptions({
    queryKey: [accountId, 'issuers'],
    queryFn: ({ signal }) => Array.fromAsync(api.issuers.all({}, { signal })),
  });

/** Number of credentials that an update of issued ones would change. */
export const issuerIssuedQuery = ({ accountId, api }: QueryAccount, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'issued'],
    staleTime: 0,
    queryFn: ({ signal }) => api.issuers.countIssued({ issuerId }, { signal }),
  });

export const keysQuery = ({ accountId, api }: QueryAccount) =>
  queryOptions({
    queryKey: [accountId, 'keys'],
    queryFn: async ({ signal }) => (await api.keys.list({}, { signal })).items,
  });

export const membersQuery = ({ accountId, api }: QueryAccount) =>
  queryOptions({
    queryKey: [accountId, 'members'],
    queryFn: async ({ signal }) => (await api.members.list({}, { signal })).items,
  });

/** Number of open requests of recipients. */
export const openRequestsQuery = ({ accountId, api }: QueryAccount) =>
  queryOptions({
    queryKey: [accountId, 'requests', 'open'],
    queryFn: async ({ signal }) => (await api.requests.list({ state: 'open' }, { signal })).open,
  });

/** The signed-in user. */
export const userQuery = queryOptions({
  queryKey: ['person'],
  queryFn: async ({ signal }) => (await createAccountClient().people.session({}, { signal })).user,
});

export const badgesQuery = ({ accountId, api }: QueryAccount) =>
  queryOptions({
    queryKey: [accountId, 'badges'],
    queryFn: async ({ signal }) => (await api.badges.list({}, { signal })) as Badge[],
  });

/** Credentials of a filter, page by page. */
export const credentialsQuery = ({ accountId, api }: QueryAccount, filter: object = {}) => {
  const text = Object.keys(filter).length > 0 ? JSON.stringify(filter) : undefined;
  return infiniteQueryOptions({
    queryKey: [accountId, 'credentials', text ?? ''],
    queryFn: ({ signal, pageParam }) =>
      api.credentials.list(
        {
          ...(text === undefined ? {} : { filter: text }),
          ...(pageParam === undefined ? {} : { lastEvaluatedKey: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ lastEvaluatedKey }) => lastEvaluatedKey,
    // Each loaded page is a request, and requests are limited.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 4,
  });
};

/** Designs of certificates and share cards of an issuer, newest first. */
export const certificatesQuery = ({ accountId, api }: QueryAccount, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificates'],
    queryFn: async ({ signal }) => (await api.certificates.list({ issuerId }, { signal })).items,
  });

export const brandQuery = ({ accountId, api }: AccountContextValue, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'brand'],
    queryFn: ({ signal }) => api.issuers.brand({ issuerId }, { signal }),
  });
