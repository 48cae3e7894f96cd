import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../../shared/account.ts';

export const brandQuery = ({ accountId, api }: Here, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'brand'],
    queryFn: ({ signal }) => api.issuers.brand({ issuerId }, { signal }),
  });
