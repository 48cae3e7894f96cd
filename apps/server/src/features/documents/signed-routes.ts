import * as contract from '@insignia/contract';
import { bakeCredentialPng } from '@insignia/openbadges/baking';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  type Implement,
  type PreparedResponse,
  prepareResponse,
  type ResponseCache,
} from '../../platform/http/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import {
  cacheTag,
  createContentDisposition,
  findErasedCredentials,
  loadPicture,
  parseGuid,
  sendPrepared,
} from '../published/index.ts';
import {
  createWalletOffer,
  type Signing,
  statusCacheTag,
  statusListCacheTag,
} from '../signing/index.ts';
import { credentialKey, didKey, signedFiles, statusListKey, TEXT_TYPE } from './cached-reads.ts';
import { chooseType, didTypes, documentTypes } from './rules.ts';

export type SignedDeps = {
  db: Database;
  cache: ResponseCache;
  images: ImageStore;
  signing: Signing;
};

/** Cache seconds for revocations and issuer keys. */
const SHORT_MAX_AGE = 30;

type Credential = NonNullable<Awaited<ReturnType<Signing['credential']>>>;
type Call = {
  params: { guid: string };
  query: { download?: string | undefined };
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Open Badges 3.0: credentials signed on request, issuer keys and status lists. */
export function signedRoutes(implement: Implement, deps: SignedDeps) {
  const { cache, signing } = deps;

  /** Sends a credential in one of its forms. */
  const send = async (
    { params, query, request, reply }: Call,
    {
      type,
      name,
      make,
    }: { type: string; name: string; make: (of: Credential) => Promise<string | Buffer> },
  ): Promise<FastifyReply> => {
    const id = parseGuid(params.guid);
    if (!id) throw new Problem('credential_not_found');
    const isDownload = query.download !== undefined;
    const load = async () => {
      const credential = await signing.credential(id);
      if (!credential) throw await createMissingProblem(deps.db, id);
      return prepareSigned({
        ...{
          type,
          body: await make(credential),
          maxAge: credential.revokedAt ? SHORT_MAX_AGE : 300,
        },
        cacheTags: [
          ...[cacheTag.credential(id), cacheTag.issuer(credential.issuerId)],
          cacheTag.account(credential.accountId),
        ],
        file: { name: `${credential.badgeName} ${name}`, isDownload },
      });
    };
    return sendPrepared(cache, credentialKey(name, type, id, isDownload), load, request, reply);
  };
  const documentText = async (of: Credential) => JSON.stringify(await signing.document(of));

  return implement(
    {
      ...contract.signedOperations,
      ...contract.walletOperations,
      ...contract.didOperations,
      ...contract.statusListOperations,
    },
    {
      signedCredential: (exchange) =>
        send(exchange, {
          type: chooseType(exchange.request.headers.accept, documentTypes),
          name: signedFiles.document,
          make: documentText,
        }),

      signedJwt: (exchange) =>
        send(exchange, { type: TEXT_TYPE, name: signedFiles.jwt, make: signing.jwt }),

      signedBadge: (exchange) =>
        send(exchange, {
          type: 'image/png',
          name: signedFiles.badge,
          make: async (of) =>
            Buffer.from(
              bakeCredentialPng(await loadPicture(deps, of.imageCid), await documentText(of)),
            ),
        }),

      walletExchange: async ({ params, reply }) => {
        const id = parseGuid(params.guid);
        if (!id) throw new Problem('credential_not_found');
        const credential = await signing.credential(id);
        if (!credential) throw await createMissingProblem(deps.db, id);
        const offer = createWalletOffer(await signing.document(credential));
        return reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(offer);
      },

      issuerDid: async ({ params, request, reply }) => {
        const id = parseGuid(params.guid);
        if (!id) throw new Problem('issuer_not_found');
        const type = chooseType(request.headers.accept, didTypes);
        const load = async () => {
          const found = await signing.did(id);
          if (!found) throw new Problem('issuer_not_found');
          const cacheTags = [cacheTag.issuer(id), cacheTag.account(found.accountId)];
          return prepareDocument(type, found.document, cacheTags);
        };
        return sendPrepared(cache, didKey(type, id), load, request, reply);
      },

      statusList: async ({ params, request, reply }) => {
        const id = readId(params.listId);
        if (!id || id !== params.listId) throw new Problem('status_list_not_found');
        const type = chooseType(request.headers.accept, documentTypes);
        const load = async () => {
          const list = await signing.statusList(id);
          if (!list) throw new Problem('status_list_not_found');
          const { issuerId, accountId } = list;
          const cacheTags = [
            ...[statusCacheTag, statusListCacheTag(id), cacheTag.issuer(issuerId)],
            cacheTag.account(accountId),
          ];
          return prepareDocument(type, list.document, cacheTags);
        };
        return sendPrepared(cache, statusListKey(type, id), load, request, reply);
      },
    },
  );
}

const prepareDocument = (type: string, document: object, cacheTags: string[]) =>
  prepareSigned({ type, body: JSON.stringify(document), maxAge: SHORT_MAX_AGE, cacheTags });

async function createMissingProblem(db: Database, id: string): Promise<Problem> {
  const isErased = (await findErasedCredentials(db, [id])).length > 0;
  return new Problem(isErased ? 'credential_gone' : 'credential_not_found');
}

type SignedReply = {
  type: string;
  body: string | Buffer;
  /** Cache lifetime in seconds. */
  maxAge: number;
  cacheTags: string[];
  /** File name for downloads. */
  file?: { name: string; isDownload: boolean };
};

/** Signed documents are the same for everyone, and other sites may read them. */
export function prepareSigned({
  type,
  body,
  maxAge,
  cacheTags,
  file,
}: SignedReply): PreparedResponse {
  return prepareResponse({
    ...{ type, body, cacheTags, cache: `public, max-age=${maxAge}` },
    // The document names its recipient. Search engines may list only the page.
    headers: ['vary', 'Accept', 'access-control-allow-origin', '*', 'x-robots-tag', 'noindex'],
    ownHeaders: file && [
      'content-disposition',
      createContentDisposition(file.name, file.isDownload),
    ],
    form: `${type} ${file?.isDownload ?? ''}`,
  });
}
