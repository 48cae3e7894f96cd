import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';

export type FullBadge = Awaited<ReturnType<AccountContextValue['api']['badges']['get']>>;

export const badgeQuery = ({ accountId, api }: AccountContextValue, badgeId: string) =>
  queryOptions({
    queryKey: [accountId, 'badges', badgeId],
    queryFn: ({ signal }) => api.badges.get({ badgeId }, { signal }),
  });

export const badgeIssuedQuery = ({ accountId, api }: AccountContextValue, badgeId: string) =>
  queryOptions({
    queryKey: [accountId, 'badges', badgeId, 'issued'],
    staleTime: 0,
    queryFn: ({ signal }) => api.badges.countIssued({ badgeId }, { signal }),
  });

export const badgeStatsQuery = ({ accountId, api }: AccountContextValue, badgeId: string) =>
  queryOptions({
    queryKey: [accountId, 'badges', badgeId, 'stats'],
    queryFn: ({ signal }) => api.badges.stats({ badgeId }, { signal }),
  });

export const remindersQuery = ({ accountId, api }: AccountContextValue, badgeId: string) =>
  queryOptions({
    queryKey: [accountId, 'badges', badgeId, 'reminders'],
    queryFn: ({ signal }) => api.badges.reminders({ badgeId }, { signal }),
  });
