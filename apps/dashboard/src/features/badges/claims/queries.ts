import { infiniteQueryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../../shared/account.ts';

type Claims = Awaited<ReturnType<AccountContextValue['api']['claims']['list']>>;
export type Claim = Claims['items'][number];
type Requests = Awaited<ReturnType<AccountContextValue['api']['claims']['requests']>>;
export type ClaimRequest = Requests['items'][number];

/** Groups of four are easier to read aloud. */
export const formatClaimCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

type Page = { lastEvaluatedKey?: string | undefined };
const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ lastEvaluatedKey }: Page) => lastEvaluatedKey,
};
const readParam = (lastEvaluatedKey: string | undefined) =>
  lastEvaluatedKey === undefined ? {} : { lastEvaluatedKey };

export const claimsQuery = ({ accountId, api }: AccountContextValue, badgeId: string) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'badges', badgeId, 'claims'],
    queryFn: ({ signal, pageParam }) =>
      api.claims.list({ badgeId, ...readParam(pageParam) }, { signal }),
    ...paging,
  });

export const claimRequestsQuery = ({ accountId, api }: AccountContextValue, claimId: string) =>
  infiniteQueryOptions({
    queryKey: [accountId, 'claims', claimId, 'requests'],
    queryFn: ({ signal, pageParam }) =>
      api.claims.requests({ claimId, ...readParam(pageParam) }, { signal }),
    ...paging,
  });
