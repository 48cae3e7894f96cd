import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';

export type OneIssuer = Awaited<ReturnType<Here['api']['issuers']['get']>>;

export const issuerQuery = ({ accountId, api }: Here, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId],
    queryFn: ({ signal }) => api.issuers.get({ issuerId }, { signal }),
  });

export type SigningKey = Awaited<ReturnType<Here['api']['issuers']['keys']>>['items'][number];

export const signingKeysQuery = ({ accountId, api }: Here, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'keys'],
    queryFn: async ({ signal }) => (await api.issuers.keys({ issuerId }, { signal })).items,
  });
