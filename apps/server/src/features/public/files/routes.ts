import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../kernel/problem.ts';
import type { Router } from '../../../platform/http/index.ts';
import { readCredential } from '../read-credential.ts';
import { guidOf, sendPrepared } from '../send-prepared.ts';
import { staysFor } from '../stays-for.ts';
import type { WholeCredential } from '../store.ts';
import { bakedBytes } from './baked.ts';
import { cardBytes } from './card.ts';
import { certificatePicture } from './certificate/picture.ts';
import { setCertificate } from './certificate/set.ts';
import type { FileDeps } from './deps.ts';
import { type Kind, prepareFile } from './prepare-file.ts';
import { qrBytes } from './qr.ts';

const certificateBytes = (deps: FileDeps, credential: WholeCredential): Promise<Buffer> =>
  setCertificate(deps, credential, credential.brand);

type Call = {
  guid: string;
  download?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Files of a credential: certificate, card, baked picture and QR code. */
export function fileRoutes(route: Router, deps: FileDeps): void {
  const send = async (
    kind: Kind,
    make: (deps: FileDeps, credential: WholeCredential) => Promise<Buffer> | Buffer,
    { guid: given, download, request, reply }: Call,
  ): Promise<FastifyReply> => {
    const guid = guidOf(given);
    if (!guid) throw new Problem('credential_not_found');
    const isDownload = download !== undefined;
    const load = async () => {
      const credential = await readCredential(deps.db, guid);
      const asOf = deps.clock();
      const body = await make(deps, credential);
      return prepareFile(
        kind,
        credential,
        body,
        isDownload,
        staysFor(credential, asOf, deps.clock()),
      );
    };
    const key = `${kind} ${guid}${isDownload ? ' download' : ''}`;
    return sendPrepared(deps.cache, key, load, request, reply);
  };

  route(contract.awardPdf, ({ params: { awardGuid: guid }, query: { download }, request, reply }) =>
    send('certificate.pdf', certificateBytes, { guid, download, request, reply }),
  );
  route(contract.certificatePicture, ({ params, request, reply }) =>
    send('certificate.png', certificatePicture, { ...params, request, reply }),
  );
  route(contract.credentialBadge, ({ params, query: { download }, request, reply }) =>
    send('badge.png', bakedBytes, { ...params, download, request, reply }),
  );
  route(contract.credentialCard, ({ params, request, reply }) =>
    send('card.png', cardBytes, { ...params, request, reply }),
  );
  route(contract.credentialQr, ({ params, query: { download }, request, reply }) =>
    send('qr.svg', qrBytes, { ...params, download, request, reply }),
  );
}
