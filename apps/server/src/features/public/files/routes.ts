import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../kernel/problem.ts';
import type { Implement } from '../../../platform/http/index.ts';
import { requirePublishedCredential } from '../read-credential.ts';
import { parseGuid, sendPrepared } from '../send-prepared.ts';
import { statusLifetimeMs } from '../status-lifetime.ts';
import type { PublishedCredential } from '../store.ts';
import { createBakedBadge } from './baked-badge.ts';
import { readOrRenderCard } from './card.ts';
import { renderCertificatePicture } from './certificate/picture.ts';
import { renderCertificate } from './certificate/render.ts';
import type { FileDeps } from './deps.ts';
import { type FileKind, prepareFile } from './prepare-file.ts';
import { renderQr } from './qr.ts';

const certificateBytes = (deps: FileDeps, credential: PublishedCredential): Promise<Buffer> =>
  renderCertificate(deps, credential, credential.brand);

type Call = {
  guid: string;
  download?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Files of a credential: certificate, card, baked picture and QR code. */
export function fileRoutes(implement: Implement, deps: FileDeps) {
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
