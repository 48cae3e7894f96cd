import type { ErrorCode } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../kernel/problem.ts';
import type { Router } from '../../platform/http/index.ts';
import {
  guidOf,
  readCredential,
  sendDocument,
  staysFor,
  type WholeCredential,
} from '../verification/index.ts';
import { bakedBytes } from './baked.ts';
import { cardBytes } from './card.ts';
import type { CertificateDeps } from './deps.ts';
import { qrBytes } from './qr.ts';
import { type Kind, readyFile } from './ready-file.ts';
import { setCertificate } from './set.ts';

const query = z.object({
  download: z.string().optional().meta({ description: 'As a file to keep' }),
});
const versioned = z.object({ v: z.string().optional().meta({ description: 'Of what it shows' }) });
const byGuid = z.object({ guid: z.string() });
const absent = ['credential_not_found', 'credential_gone'] as const satisfies ErrorCode[];
const needsPicture = [...absent, 'image_unavailable', 'busy'] as const satisfies ErrorCode[];

type Asked = {
  guid: string;
  download?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** A credential as files: certificate, card, baked picture and QR code. */
export function certificateRoutes(route: Router, deps: CertificateDeps): void {
  const send = async (
    kind: Kind,
    make: (deps: CertificateDeps, credential: WholeCredential) => Promise<Buffer> | Buffer,
    { guid: given, download, request, reply }: Asked,
  ): Promise<FastifyReply> => {
    const guid = guidOf(given);
    if (!guid) throw new Problem('credential_not_found');
    const isDownload = download !== undefined;
    const load = async () => {
      const credential = await readCredential(deps.db, guid);
      const asOf = deps.clock();
      const body = await make(deps, credential);
      return readyFile(
        kind,
        credential,
        body,
        isDownload,
        staysFor(credential, asOf, deps.clock()),
      );
    };
    const key = `${kind} ${guid}${isDownload ? ' download' : ''}`;
    return sendDocument(deps.cache, key, load, request, reply);
  };

  route(
    'awardPdf',
    { params: z.object({ awardGuid: z.string() }), query, errors: needsPicture },
    ({ params, query: { download }, request, reply }) =>
      send('certificate.pdf', setCertificate, { guid: params.awardGuid, download, request, reply }),
  );
  route(
    'credentialBadge',
    { params: byGuid, query, errors: needsPicture },
    ({ params, query: { download }, request, reply }) =>
      send('badge.png', bakedBytes, { ...params, download, request, reply }),
  );
  route(
    'credentialCard',
    { params: byGuid, query: versioned, errors: [...needsPicture, 'storage_full'] },
    ({ params, request, reply }) => send('card.png', cardBytes, { ...params, request, reply }),
  );
  route(
    'credentialQr',
    { params: byGuid, query, errors: absent },
    ({ params, query: { download }, request, reply }) =>
      send('qr.svg', qrBytes, { ...params, download, request, reply }),
  );
}
