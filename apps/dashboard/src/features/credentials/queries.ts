import { createPathBuilder, operations, pagePaths } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import type { CredentialListFilter } from '../../shared/search.ts';

export type Credential = Awaited<ReturnType<Client['credentials']['get']>>;

export const credentialQuery = ({ accountId, api }: AccountContextValue, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId],
    queryFn: ({ signal }) => api.credentials.get({ awardId: credentialId }, { signal }),
  });

export type TimelineEvent = Awaited<ReturnType<Client['credentials']['events']>>['items'][number];

export const eventsQuery = ({ accountId, api }: AccountContextValue, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId, 'events'],
    queryFn: async ({ signal }) =>
      (await api.credentials.events({ awardId: credentialId }, { signal })).items,
  });

export type CredentialEdition = Awaited<
  ReturnType<Client['credentials']['editions']>
>['items'][number];

export const editionsQuery = ({ accountId, api }: AccountContextValue, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId, 'editions'],
    queryFn: async ({ signal }) =>
      (await api.credentials.editions({ awardId: credentialId }, { signal })).items,
  });

export const engagementQuery = ({ accountId, api }: AccountContextValue, credentialId: string) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId, 'stats'],
    queryFn: async ({ signal }) =>
      (await api.credentials.stats({ awardGuid: credentialId }, { signal })).stats,
  });

/** Never cached, because a bulk action follows. */
export const countQuery = ({ accountId, api }: AccountContextValue, filter: CredentialListFilter) =>
  queryOptions({
    queryKey: [accountId, 'credentials', 'count', filter],
    queryFn: ({ signal }) => api.credentials.count({ filter }, { signal }),
    staleTime: 0,
  });

export const buildPageUrl = (credentialId: string): string =>
  `${location.origin}${createPathBuilder(pagePaths.credential)(credentialId)}`;
export const buildCertificatePath = createPathBuilder(operations.awardPdf.path);
export const buildCertificatePicturePath = createPathBuilder(operations.certificatePicture.path);
export const buildCardPath = createPathBuilder(operations.credentialCard.path);
