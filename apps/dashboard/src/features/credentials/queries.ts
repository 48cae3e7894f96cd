import { operations, pagePaths, pathMaker } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';

export type Credential = Awaited<ReturnType<Client['credentials']['get']>>;

export const credentialQuery = ({ accountId, api }: Here, awardId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', awardId],
    queryFn: ({ signal }) => api.credentials.get({ awardId }, { signal }),
  });

export const eventsQuery = ({ accountId, api }: Here, awardId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', awardId, 'events'],
    queryFn: async ({ signal }) => (await api.credentials.events({ awardId }, { signal })).events,
  });

export const engagementQuery = ({ accountId, api }: Here, awardGuid: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', awardGuid, 'stats'],
    queryFn: async ({ signal }) => (await api.credentials.stats({ awardGuid }, { signal })).stats,
  });

/** The page of a credential for everyone. */
export const pageOf = (awardId: string): string =>
  `${location.origin}${pathMaker(pagePaths.credential)(awardId)}`;
export const certificateOf = pathMaker(operations.awardPdf.path);
