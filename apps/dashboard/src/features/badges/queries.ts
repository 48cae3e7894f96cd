import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';

export type WholeBadge = Awaited<ReturnType<Here['api']['badges']['get']>>;

export const badgeQuery = ({ accountId, api }: Here, badgeId: string) =>
  queryOptions({
    queryKey: [accountId, 'badges', badgeId],
    queryFn: ({ signal }) => api.badges.get({ badgeId }, { signal }),
  });

export const badgeStatsQuery = ({ accountId, api }: Here, badgeId: string) =>
  queryOptions({
    queryKey: [accountId, 'badges', badgeId, 'stats'],
    queryFn: ({ signal }) => api.badges.stats({ badgeId }, { signal }),
  });

export const brandOfQuery = ({ accountId, api }: Here, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'brand'],
    queryFn: ({ signal }) => api.issuers.brand({ issuerId }, { signal }),
  });
