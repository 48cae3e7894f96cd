import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ResponseCache, Scope } from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { Typesetter } from '../../platform/typeset/index.ts';
import type { Documents } from '../documents/index.ts';
import {
  type PublishedCredential,
  parseGuid,
  requirePublishedCredential,
  sendPrepared,
  statusLifetimeMs,
} from '../published/index.ts';
import { readOrRenderCard } from './card.ts';
import { renderCertificate, renderCertificatePicture } from './certificate.ts';
import { createBakedBadge } from './pictures.ts';
import { type FileKind, prepareFile } from './prepare-file.ts';
import { renderQr } from './qr.ts';

type FileDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  cache: ResponseCache;
  documents: Documents;
  typesetter: Typesetter;
};

const certificateBytes = (deps: FileDeps, credential: PublishedCredential): Promise<Buffer> =>
  renderCertificate(deps, credential, credential.brand);

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
    { guid: given, download, request, reply }: Call,
  ): Promise<FastifyReply> => {
    const guid = parseGuid(given);
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
      send('certificate.pdf', certificateBytes, { guid, download, request, reply }),

    certificatePicture: ({ params, request, reply }) =>
      send('certificate.png', renderCertificatePicture, { ...params, request, reply }),

    credentialBadge: ({ params, query: { download }, request, reply }) =>
      send('badge.png', createBakedBadge, { ...params, download, request, reply }),

    credentialCard: ({ params, request, reply }) =>
      send('card.png', readOrRenderCard, { ...params, request, reply }),

    credentialQr: ({ params, query: { download }, request, reply }) =>
      send('qr.svg', renderQr, { ...params, download, request, reply }),
  });
}
