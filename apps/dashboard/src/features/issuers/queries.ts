import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';

export type OneIssuer = Awaited<ReturnType<Here['api']['issuers']['get']>>;

export const issuerQuery = ({ accountId, api }: Here, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId],
    queryFn: ({ signal }) => api.issuers.get({ issuerId }, { signal }),
  });
