import { operations, pagePaths, pathMaker } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Here } from '../../shared/account.ts';
import type { Filter } from './search.ts';

export type Credential = Awaited<ReturnType<Client['credentials']['get']>>;

export const credentialQuery = ({ accountId, api }: Here, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId],
    queryFn: ({ signal }) => api.credentials.get({ awardId: credentialId }, { signal }),
  });

export type Event = Awaited<ReturnType<Client['credentials']['events']>>['events'][number];

export const eventsQuery = ({ accountId, api }: Here, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId, 'events'],
    queryFn: async ({ signal }) =>
      (await api.credentials.events({ awardId: credentialId }, { signal })).events,
  });

export const engagementQuery = ({ accountId, api }: Here, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId, 'stats'],
    queryFn: async ({ signal }) =>
      (await api.credentials.stats({ awardGuid: credentialId }, { signal })).stats,
  });

/** Never cached: it precedes an action. */
export const countQuery = ({ accountId, api }: Here, filter: Filter) =>
  queryOptions({
    queryKey: [accountId, 'credentials', 'count', filter],
    queryFn: ({ signal }) => api.credentials.count({ filter }, { signal }),
    staleTime: 0,
  });

/** Public page of a credential. */
export const pageOf = (credentialId: string): string =>
  `${location.origin}${pathMaker(pagePaths.credential)(credentialId)}`;
export const certificateOf = pathMaker(operations.awardPdf.path);
export const certificatePictureOf = pathMaker(operations.certificatePicture.path);
export const cardOf = pathMaker(operations.credentialCard.path);
