import type { Client } from '@insignia/sdk';
import { InsigniaError } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

export type Connection = Awaited<ReturnType<Client['sso']['connections']>>['items'][number];
export type Domain = Awaited<ReturnType<Client['sso']['domains']>>['items'][number];

export const connectionsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'sso', 'connections'],
    queryFn: async ({ signal }) => (await api.sso.connections({}, { signal })).items,
  });

export const domainsQuery = ({ accountId, api }: AccountContextValue) =>
  queryOptions({
    queryKey: [accountId, 'sso', 'domains'],
    queryFn: async ({ signal }) => (await api.sso.domains({}, { signal })).items,
  });

/** Domains and connections refer to each other. */
export const ssoKey = (accountId: string) => ({ queryKey: [accountId, 'sso'] });

export const isStale = (problem: unknown): boolean =>
  problem instanceof InsigniaError && problem.code === 'fresh_sign_in_required';
