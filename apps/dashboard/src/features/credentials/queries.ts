import { createPathBuilder, operations, pagePaths } from '@insignia/contract';
import type { Client } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import { readAsDataUrl } from '../../shared/picture-file.ts';
import { asksForLongWait, getRequestedWaitMs, isTransient } from '../../shared/problem.ts';
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

export type PictureKind = 'certificate' | 'card';

const MAX_PICTURE_RETRIES = 5;
const MAX_PICTURE_WAIT_MS = 15_000;

/** A picture as others see it. `version` changes with it. */
export const pictureQuery = (
  { accountId, api }: AccountContextValue,
  credentialId: string,
  { kind, version }: { kind: PictureKind; version: string },
) =>
  queryOptions({
    queryKey: [accountId, 'credential', credentialId, 'picture', kind, version],
    queryFn: async ({ signal }) => {
      const { certificatePicture, card } = api.credentials;
      const load = kind === 'card' ? card : certificatePicture;
      const answer = await load({ guid: credentialId, v: version }, { signal });
      return readAsDataUrl(await answer.blob());
    },
    gcTime: 10_000,
    staleTime: 60_000,
    retry: (count, error) =>
      count < MAX_PICTURE_RETRIES && isTransient(error) && !asksForLongWait(error),
    retryDelay: (count, error) =>
      Math.max(getRequestedWaitMs(error), Math.min(1_000 * 2 ** count, MAX_PICTURE_WAIT_MS)),
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
