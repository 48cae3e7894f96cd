import * as contract from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import {
  acceptAnything,
  acceptParameters,
  clientAddress,
  type Implement,
  readRequestLanguage,
  type Scope,
} from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { createPageScope, readPageProblem } from '../../platform/pages/index.ts';
import type { PageUser } from '../access/index.ts';
import { parseGuid } from '../published/index.ts';
import {
  copiesTotal,
  type ExchangeDeps,
  issueCopies,
  issueNonce,
  recordNotification,
  takeExchangeStep,
} from './copies.ts';
import { findOpenOffer, openOffer, readOffer, redeemCode, requireOffered } from './offers.ts';
import { buildInteraction, showClosed, showOffer } from './page.ts';
import { describeAuthorizationServer, describeCredentialIssuer } from './rules.ts';
import { deleteDroppedCopies, deleteExpiredOffers, findIssuerDisplay } from './store.ts';

export { getWalletTexts, walletCodeMailKind } from './texts.ts';

type WalletDeps = ExchangeDeps & { identifyUser: PageUser };
type ById = { Params: { guid: string }; Querystring: Record<string, unknown> };

const forBrowsers = { constraints: { page: 'html' } };

export function registerWallets(scope: Scope, deps: WalletDeps) {
  scope.within(createPageScope(deps.urls.base), ({ app }) => {
    app.get<ById>(contract.pagePaths.walletOffer, forBrowsers, async (request, reply) => {
      const { guid } = request.params;
      if (request.query.iuv !== undefined)
        return sendJson(reply, await createInteraction(deps, guid, request));
      return showPage(deps, guid, request, reply);
    });
  });
  return [
    scope.within(acceptParameters, ({ implement }) => tokenRoutes(implement, deps)),
    scope.within(acceptAnything, ({ implement }) => nonceRoutes(implement, deps)),
    walletRoutes(scope.implement, deps),
  ];
}

async function showPage(
  deps: WalletDeps,
  guid: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = parseGuid(guid);
  try {
    const credential = await requireOffered(deps, id);
    const user = await deps.identifyUser(request);
    const opened = await openOffer(deps, credential, user, clientAddress(request));
    return showOffer(reply, deps.urls, credential, opened);
  } catch (error) {
    const { problem, status } = readPageProblem(error, reply);
    const page = deps.urls.credentialPage(id ?? '');
    if (problem.code === 'credential_not_offered')
      return showClosed(reply, page, 'closedHint', status);
    if (problem.code === 'too_many_requests') return showClosed(reply, page, 'tooMany', status);
    throw error;
  }
}

/** The offer in the query, which a page showed, or else a new one. */
async function createInteraction(deps: WalletDeps, guid: string, request: FastifyRequest) {
  const credential = await requireOffered(deps, parseGuid(guid));
  const { offer: shown } = request.query as { offer?: string };
  if (typeof shown === 'string') {
    const { credentialId, personId } = await findOpenOffer(deps, shown);
    if (credentialId !== credential.id) throw new Problem('wallet_offer_not_found');
    const needsTxCode = personId === null;
    return buildInteraction(deps.urls, credential.id, { token: shown, needsTxCode });
  }
  const user: Pick<User, 'personId'> | undefined = await deps.identifyUser(request);
  const opened = await openOffer(deps, credential, user, clientAddress(request));
  return buildInteraction(deps.urls, credential.id, opened);
}

const sendJson = (reply: FastifyReply, body: object): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(body);

function tokenRoutes(implement: Implement, deps: WalletDeps) {
  return implement(contract.walletTokenOperations, {
    walletToken: async ({ params, request, reply }) => {
      const issuerId = requireIssuerId(params.guid);
      const fields = (request.body ?? {}) as Record<string, unknown>;
      return sendJson(reply, await redeemCode(deps, issuerId, fields, clientAddress(request)));
    },
  });
}

/** Wallets send no body, or any. */
function nonceRoutes(implement: Implement, deps: WalletDeps) {
  return implement(contract.walletNonceOperations, {
    walletNonce: async ({ params, reply }) =>
      sendJson(reply, { c_nonce: issueNonce(deps, requireIssuerId(params.guid)) }),
  });
}

function requireIssuerId(guid: string): string {
  const id = parseGuid(guid);
  // Identifiers are compared as texts, so another spelling is another issuer.
  if (!id || id !== guid) throw new Problem('issuer_not_found');
  return id;
}

function walletRoutes(implement: Implement, deps: WalletDeps) {
  const { db, urls } = deps;

  const requireIssuer = async (guid: string) => {
    const id = requireIssuerId(guid);
    const found = await findIssuerDisplay(db, id);
    if (!found) throw new Problem('issuer_not_found');
    const display = {
      name: found.name,
      logo: found.logoCid ? urls.image(found.logoCid) : undefined,
    };
    return { identifier: urls.issuerPage(id), endpoints: urls.walletEndpoints(id), display };
  };

  /** Adds the scheme to errors of the token, and the error if there is a token (RFC 6750 §3). */
  const withBearer = async <T>(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    run: (authorization: string | undefined) => Promise<T>,
  ): Promise<T> => {
    const { authorization } = request.headers;
    try {
      return await run(authorization);
    } catch (error) {
      if (error instanceof Problem && error.code === 'invalid_token')
        reply.header('www-authenticate', authorization ? 'Bearer error="invalid_token"' : 'Bearer');
      throw error;
    }
  };

  return implement(contract.walletIssuanceOperations, {
    credentialIssuer: async ({ params, reply }) => {
      const { identifier, endpoints, display } = await requireIssuer(params.guid);
      return sendMetadata(reply, describeCredentialIssuer(identifier, endpoints, display));
    },

    authorizationServer: async ({ params, reply }) => {
      const { identifier, endpoints } = await requireIssuer(params.guid);
      return sendMetadata(reply, describeAuthorizationServer(identifier, endpoints));
    },

    walletOffer: async ({ params, request, reply }) =>
      sendJson(reply, await createInteraction(deps, params.guid, request)),

    walletOfferDocument: async ({ params, request, reply }) => {
      const language = readRequestLanguage(request);
      return sendJson(reply, await readOffer(deps, params.offerToken, language));
    },

    walletOfferExchange: async ({ params, body, request, reply }) => {
      const client = clientAddress(request);
      const { verifiablePresentation: presentation } = body;
      return sendJson(reply, await takeExchangeStep(deps, params.offerToken, presentation, client));
    },

    walletCredential: async ({ params, request, reply }) => {
      const issuerId = requireIssuerId(params.guid);
      const issued = await withBearer({ request, reply }, (authorization) =>
        issueCopies(deps, issuerId, authorization, request.body),
      );
      return sendJson(reply, issued);
    },

    walletNotification: async ({ params, request, reply }) => {
      const issuerId = requireIssuerId(params.guid);
      await withBearer({ request, reply }, (authorization) =>
        recordNotification(deps, issuerId, authorization, request.body),
      );
      return sendJson(reply, { received: true });
    },
  });
}

/** In seconds, as other public documents that nothing invalidates. */
const METADATA_MAX_AGE = 30;

const sendMetadata = (reply: FastifyReply, body: object): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .header('cache-control', `public, max-age=${METADATA_MAX_AGE}`)
    .serializer(JSON.stringify)
    .send(body);

const dayMs = 86_400_000;
/** Wallets repeat notifications for some time. */
const failedLifetimeMs = dayMs;
const deletedLifetimeMs = 90 * dayMs;

export function registerWalletsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    { name: 'wallet offers', run: (trx) => deleteExpiredOffers(trx, clock()) },
    {
      name: 'wallet copies',
      run: (trx) => {
        const now = clock().getTime();
        const [failed, deleted] = [failedLifetimeMs, deletedLifetimeMs].map(
          (lifetime) => new Date(now - lifetime),
        ) as [Date, Date];
        return deleteDroppedCopies(trx, failed, deleted);
      },
    },
  );
}

export function measureWallets({ figures }: Metrics, db: Database): void {
  figures(db.figures, 'counter', {
    name: copiesTotal,
    help: 'Copies of credentials issued to wallets, by format.',
    labels: ['format'],
    zeros: Object.values(contract.walletFormats).map((format) => ({ format })),
  });
}
