import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { FlatThread } from '../../platform/drawing/index.ts';
import {
  type PreparedResponse,
  prepareResponse,
  type ResponseCache,
  type Scope,
} from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import { createFairQueue, type FairQueue } from '../../platform/limits/fair-queue.ts';
import type { Typesetter } from '../../platform/typeset/index.ts';
import type { Documents } from '../documents/index.ts';
import {
  createContentDisposition,
  credentialCacheTags,
  isCredentialIndexable,
  type PublishedCredential,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from '../published/index.ts';
import type { Signing } from '../signing/index.ts';
import { readOrRenderCard } from './card.ts';
import { createBakedBadge } from './pictures.ts';
import { createCertificate, createCertificatePicture } from './print.ts';
import { renderQr } from './qr.ts';

type FileDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  cache: ResponseCache;
  documents: Documents;
  signing: Signing;
  typesetter: Typesetter;
  flatThread: FlatThread;
  pictureQueue: FairQueue;
};

/**
 * Pages contain pictures of certificates, so visitors of one account's pages could use all
 * processors. Each account, that of the credential, has one turn at a time.
 */
export const createPictureQueue = (): FairQueue => createFairQueue({ slots: 2, slotsPerClient: 1 });

type Call = {
  guid: string;
  download?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Files of a credential: certificate, card, baked picture and QR code. */
export function registerFiles({ implement }: Scope, deps: FileDeps) {
  const send = async (
    kind: FileKind,
    make: (deps: FileDeps, credential: PublishedCredential) => Promise<Buffer> | Buffer,
    { guid: text, download, request, reply }: Call,
  ): Promise<FastifyReply> => {
    const guid = parseGuid(text);
    if (!guid) throw new Problem('credential_not_found');
    const isDownload = download !== undefined;
    const load = async () => {
      const credential = await requirePublishedCredential(deps.db, guid);
      const asOf = deps.clock();
      const body = await make(deps, credential);
      return prepareFile(
        kind,
        credential,
        body,
        isDownload,
        statusLifetimeMs(credential, asOf, deps.clock()),
      );
    };
    const key = `${kind} ${guid}${isDownload ? ' download' : ''}`;
    return sendPrepared(deps.cache, key, load, request, reply);
  };

  return implement(contract.fileOperations, {
    awardPdf: ({ params: { awardGuid: guid }, query: { download }, request, reply }) =>
      send('certificate.pdf', createCertificate, { guid, download, request, reply }),

    certificatePicture: ({ params, request, reply }) =>
      send('certificate.png', createPictureInTurn, { ...params, request, reply }),

    credentialBadge: ({ params, query: { download }, request, reply }) =>
      send('badge.png', createBakedBadge, { ...params, download, request, reply }),

    credentialCard: ({ params, request, reply }) =>
      send('card.png', readOrRenderCard, { ...params, request, reply }),

    credentialQr: ({ params, query: { download }, request, reply }) =>
      send('qr.svg', renderQr, { ...params, download, request, reply }),
  });
}

const createPictureInTurn = (deps: FileDeps, credential: PublishedCredential): Promise<Buffer> =>
  deps.pictureQueue.run(credential.accountId, () => createCertificatePicture(deps, credential));

const mediaTypes = {
  'certificate.pdf': 'application/pdf',
  'certificate.png': 'image/png',
  'badge.png': 'image/png',
  'card.png': 'image/png',
  'qr.svg': 'image/svg+xml',
} as const;

type FileKind = keyof typeof mediaTypes;

/**
 * Maximum cache seconds of files that show the status. Pages refer to pictures by version, but
 * nothing does for the PDF.
 */
const statusMaxAges: Partial<Record<FileKind, number>> = {
  'certificate.pdf': 0,
  'certificate.png': 30,
  'card.png': 30,
};

/** A file of a credential. Expiry makes it outdated. */
function prepareFile(
  kind: FileKind,
  credential: PublishedCredential,
  body: Buffer,
  isDownload: boolean,
  freshFor: number,
): PreparedResponse {
  const { badgeName, revokedAt } = credential;
  const longest = statusMaxAges[kind] ?? (revokedAt ? 30 : 300);
  const maxAge = Math.min(longest, Math.floor(freshFor / 1_000));
  return prepareResponse({
    ...{
      type: mediaTypes[kind],
      body,
      cache: maxAge > 0 ? `public, max-age=${maxAge}` : 'public, no-cache',
    },
    headers: [
      ...['access-control-allow-origin', '*'],
      ...(isCredentialIndexable(credential) ? [] : ['x-robots-tag', 'noindex']),
      // An SVG opened directly is a document. PDFs can't be sandboxed.
      ...(kind === 'qr.svg' ? ['content-security-policy', "default-src 'none'; sandbox"] : []),
    ],
    ownHeaders: [
      'content-disposition',
      createContentDisposition(`${badgeName} ${kind}`, isDownload),
    ],
    form: String(isDownload),
    cacheTags: credentialCacheTags(credential),
    freshFor,
  });
}
