import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Implement, Scope } from '../../platform/http/index.ts';
import { parseGuid, sendPrepared } from '../published/index.ts';
import { documentCacheKey } from './cached-reads.ts';
import type { Documents } from './documents.ts';
import { createGateway, type GatewayDeps } from './gateway.ts';
import { chooseFormat, type DocumentKind, documentPaths } from './rules.ts';
import { type SignedDeps, signedRoutes } from './signed-routes.ts';

export { createDocumentReads, signedReads } from './cached-reads.ts';
export {
  createReplicaDocuments,
  type DocumentChecksum,
  type Documents,
  hashPublicDocuments,
} from './documents.ts';
export { findLatestValidCredential } from './store.ts';

type DocumentDeps = GatewayDeps & { urls: Urls; documents: Documents };

const shareTextPath = contract.createPathBuilder(contract.publicShareText.path);

/** Registers the documents of Open Badges 2.0 and 3.0. */
export function registerDocuments({ implement }: Scope, deps: DocumentDeps & SignedDeps) {
  return [documentRoutes(implement, deps), signedRoutes(implement, deps)];
}

/** Public documents (interface specification §4.6). */
function documentRoutes(implement: Implement, deps: DocumentDeps) {
  const { urls, cache, documents } = deps;
  type Call = { params: { guid: string }; request: FastifyRequest; reply: FastifyReply };
  const answer =
    (
      kind: DocumentKind,
      missing: contract.ErrorCode,
      page: (guid: string) => string,
      pathOf = contract.createPathBuilder(documentPaths[kind]),
    ) =>
    async ({ params, request, reply }: Call): Promise<FastifyReply> => {
      const guid = parseGuid(params.guid);
      reply.header('vary', 'Accept');
      if (!guid) throw new Problem(missing);
      const form = chooseFormat(request.headers.accept);
      if (form === 'page') return reply.redirect(page(guid), 303);
      const key = documentCacheKey(pathOf(guid), form);
      return sendPrepared(cache, key, () => documents[kind](guid, form === 'ld'), request, reply);
    };

  return implement(
    { ...contract.documentOperations, ...contract.imageOperations },
    {
      publicIssuer: answer('issuer', 'issuer_not_found', urls.issuerPage),

      publicBadge: answer('badge', 'badge_not_found', urls.badgePage),

      publicAward: answer('credential', 'credential_not_found', urls.credentialPage),

      publicShareText: async ({ params, request, reply }) => {
        const guid = parseGuid(params.guid);
        if (!guid) throw new Problem('credential_not_found');
        return sendPrepared(
          cache,
          shareTextPath(guid),
          () => documents.shareText(guid),
          request,
          reply,
        );
      },

      getImage: createGateway(deps),
    },
  );
}
