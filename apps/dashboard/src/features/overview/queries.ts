import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';

export const statsQuery = ({ accountId, api }: Here) =>
  queryOptions({
    queryKey: [accountId, 'stats'],
    queryFn: ({ signal }) => api.account.stats({}, { signal }),
  });

export const actsQuery = ({ accountId, api }: Here) =>
  queryOptions({
    queryKey: [accountId, 'acts'],
    queryFn: async ({ signal }) => (await api.auditLog.list({}, { signal })).items,
  });
