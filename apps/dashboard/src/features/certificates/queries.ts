import type { Client } from '@insignia/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { AccountContextValue } from '../../shared/account.ts';
import { readAsDataUrl } from '../../shared/picture-file.ts';

export type CertificateItem = Awaited<ReturnType<Client['certificates']['list']>>['items'][number];
export type FullCertificate = Awaited<ReturnType<Client['certificates']['get']>>;
export type CertificateTemplate = Awaited<
  ReturnType<Client['certificates']['templates']>
>['items'][number];

export const certificateQuery = (
  { accountId, api }: AccountContextValue,
  issuerId: string,
  certificateId: string,
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificates', certificateId],
    queryFn: ({ signal }) => api.certificates.get({ issuerId, certificateId }, { signal }),
  });

export const certificateTemplatesQuery = (
  { accountId, api }: AccountContextValue,
  issuerId: string,
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificate-templates'],
    queryFn: async ({ signal }) =>
      (await api.certificates.templates({ issuerId }, { signal })).items,
  });

export const issuerIssuedQuery = ({ accountId, api }: AccountContextValue, issuerId: string) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'issued'],
    staleTime: 0,
    queryFn: ({ signal }) => api.issuers.countIssued({ issuerId }, { signal }),
  });

export type PreviewRequest = Omit<
  Parameters<Client['certificates']['preview']>[0],
  'issuerId' | 'file'
>;

/** The front as a picture. `isWhole` is false if no font has some of its letters. */
export const previewQuery = (
  { accountId, api }: AccountContextValue,
  issuerId: string,
  request: PreviewRequest,
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificates', 'preview', request],
    queryFn: async ({ signal }) => {
      const file = 'certificate.png';
      const answer = await api.certificates.preview({ issuerId, ...request, file }, { signal });
      return { source: await readAsDataUrl(await answer.blob()), isWhole: isWhole(answer) };
    },
    // Large, so previews of abandoned edits are dropped soon.
    gcTime: 10_000,
    staleTime: 60_000,
  });

const isWhole = ({ headers }: Response): boolean =>
  headers.get('insignia-missing-letters') !== 'true';
