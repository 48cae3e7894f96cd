import type { IssuerDesign } from '@insignia/design';
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
    // The designer keeps what it opened, so it opens nothing outdated.
    gcTime: 0,
    queryFn: ({ signal }) => api.certificates.get({ issuerId, certificateId }, { signal }),
  });

export const certificateTemplatesQuery = (
  { accountId, api }: AccountContextValue,
  issuerId: string,
  kind: IssuerDesign['kind'],
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificate-templates', kind],
    queryFn: async ({ signal }) =>
      (await api.certificates.templates({ issuerId, kind }, { signal })).items,
  });

/** Credentials that an update of the design would change. */
export const certificateIssuedQuery = (
  { accountId, api }: AccountContextValue,
  issuerId: string,
  certificateId: string,
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificates', certificateId, 'issued'],
    staleTime: 0,
    queryFn: ({ signal }) => api.certificates.countIssued({ issuerId, certificateId }, { signal }),
  });

export type PreviewRequest = Omit<
  Parameters<Client['certificates']['preview']>[0],
  'issuerId' | 'file'
>;

export type DesignPreviewResult = {
  source: string;
  /** False if no font has some of its letters. */
  isWhole: boolean;
  /** Which names were searched, for the longest or shortest: `all`, `newest` or `sample`. */
  names: string | null;
};

/** The front, or the card, as a picture. */
export const previewQuery = (
  { accountId, api }: AccountContextValue,
  issuerId: string,
  request: PreviewRequest,
) =>
  queryOptions({
    queryKey: [accountId, 'issuers', issuerId, 'certificates', 'preview', request],
    queryFn: async ({ signal }): Promise<DesignPreviewResult> => {
      const file = request.design.kind === 'card' ? 'card.png' : 'certificate.png';
      return takeTurn(signal, async () => {
        const answer = await api.certificates.preview({ issuerId, ...request, file }, { signal });
        const source = await readAsDataUrl(await answer.blob());
        const { headers } = answer;
        const isWhole = headers.get('insignia-missing-letters') !== 'true';
        return { source, isWhole, names: headers.get('insignia-names') };
      });
    },
    // Large, so previews of abandoned edits are dropped soon.
    gcTime: 10_000,
    staleTime: 60_000,
  });

/** Previews that the service draws at the same time. A dialog shows many. */
const MAX_PREVIEWS = 2;
let running = 0;
const waiting = new Set<() => void>();

/** Runs when fewer others run. Those no longer needed leave the queue. */
async function takeTurn<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  if (running < MAX_PREVIEWS) running++;
  else
    await new Promise<void>((start, fail) => {
      const begin = () => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        start();
      };
      const leave = () => {
        waiting.delete(begin);
        fail(signal.reason);
      };
      waiting.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  try {
    return await run();
  } finally {
    const [next] = waiting;
    // The next takes the place of this one.
    if (next) next();
    else running--;
  }
}
