import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../../shared/account.ts';

export const brandQuery = ({ accountId, api }: AccountContextValue, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'brand'],
    queryFn: ({ signal }) => api.issuers.brand({ issuerId }, { signal }),
  });
