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
import { type ImageStore, loadPicture } from '../../platform/images/index.ts';
import {
  cacheTag,
  createContentDisposition,
  findErasedCredentials,
  parseGuid,
  sendPrepared,
} from '../published/index.ts';
import {
  createWalletOffer,
  type Signing,
  statusCacheTag,
  statusListCacheTag,
} from '../signing/index.ts';
import {
  credentialKey,
  didKey,
  signedFiles,
  statusListKey,
  TEXT_TYPE,
  TOKEN_TYPE,
} from './cached-reads.ts';
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
        const id = requireListId(params.listId);
        const type = chooseType(request.headers.accept, documentTypes);
        const load = async () => {
          const list = await signing.statusList(id);
          if (!list) throw new Problem('status_list_not_found');
          return prepareDocument(type, list.document, listCacheTags(id, list));
        };
        return sendPrepared(cache, statusListKey(type, id), load, request, reply);
      },

      statusListToken: async ({ params, request, reply }) => {
        const id = requireListId(params.listId);
        const load = async () => {
          const list = await signing.statusListToken(id);
          if (!list) throw new Problem('status_list_not_found');
          return prepareSigned({
            ...{ type: TOKEN_TYPE, body: list.token, maxAge: SHORT_MAX_AGE },
            ...{ cacheTags: listCacheTags(id, list), weakEtag: list.version },
            freshFor: list.freshFor,
          });
        };
        return sendPrepared(cache, statusListKey(TOKEN_TYPE, id), load, request, reply);
      },
    },
  );
}

function requireListId(text: string): string {
  const id = readId(text);
  if (!id || id !== text) throw new Problem('status_list_not_found');
  return id;
}

const listCacheTags = (id: string, owner: { issuerId: string; accountId: string }): string[] => [
  ...[statusCacheTag, statusListCacheTag(id), cacheTag.issuer(owner.issuerId)],
  cacheTag.account(owner.accountId),
];

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
  /** Equal for bodies that say the same. */
  weakEtag?: string;
  /** Milliseconds until the response becomes outdated without a change. */
  freshFor?: number;
};

/** Signed documents are the same for everyone, and other sites may read them. */
export function prepareSigned({
  type,
  body,
  maxAge,
  cacheTags,
  file,
  weakEtag,
  freshFor,
}: SignedReply): PreparedResponse {
  return prepareResponse({
    ...{ type, body, cacheTags, cache: `public, max-age=${maxAge}`, weakEtag, freshFor },
    // The document names its recipient. Search engines may list only the page.
    headers: ['vary', 'Accept', 'access-control-allow-origin', '*', 'x-robots-tag', 'noindex'],
    ownHeaders: file && [
      'content-disposition',
      createContentDisposition(file.name, file.isDownload),
    ],
    form: `${type} ${file?.isDownload ?? ''}`,
  });
}
