import { errors, oauthPaths } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import {
  type App,
  acceptParameters,
  clientAddress,
  type Scope,
  toProblem,
} from '../../platform/http/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import { findClientSite } from '../../platform/limits/fair-queue.ts';
import type { RateLimit } from '../../platform/limits/throttle.ts';
import { createPageScope } from '../../platform/pages/index.ts';
import { type ConsentDeps, consentPages } from './consent-pages.ts';
import { connectedAppNoteMs, readRegistration, unusedAppLifetimeMs } from './rules.ts';
import { deleteExpiredGrants, noteConnectedApps } from './store.ts';
import { exchangeToken, OAuthError, registerApp, revokeToken } from './tokens.ts';

export { consentUrl, takePendingConsent } from './consent-pages.ts';
export { appScopes } from './rules.ts';
export { disconnectApp, listConnectedApps } from './store.ts';
export { type ConnectedAppTexts, getConnectedAppTexts } from './texts.ts';
export { findAccess, type TokenDeps } from './tokens.ts';

const registrationLimit: RateLimit = { name: 'app-registrations', points: 30, seconds: 3_600 };
/** A site has 65,536 IPv6 clients. */
const siteLimit: RateLimit = { name: 'app-registrations-sites', points: 100, seconds: 3_600 };
// All users of a learning platform share its address.
const tokenLimit: RateLimit = { name: 'app-tokens', points: 10_000, seconds: 3_600 };

/** The OAuth 2.0 server for apps that send credentials to recipients, or read theirs. */
export function registerConnectedApps(scope: Scope, deps: ConsentDeps): void {
  const { urls, throttle } = deps;
  scope.within(createPageScope(urls.base), ({ app }) => consentPages(app, deps));
  const serve = (
    app: App,
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
  ): void => {
    app.post(path, async (request, reply) => sendPrivate(reply, await answer(request, reply)));
  };
  const prepareJson = (app: App) => void app.setErrorHandler(sendOAuthError);
  scope.within(prepareJson, ({ app }) =>
    serve(app, oauthPaths.register, async (request, reply) => {
      const registration = readRegistration(request.body);
      if ('error' in registration) throw new OAuthError(400, registration.error, registration.text);
      const client = clientAddress(request);
      const site = findClientSite(client);
      await throttle.takeAll([
        { limit: registrationLimit, who: client, points: 1 },
        ...(site === undefined ? [] : [{ limit: siteLimit, who: site, points: 1 }]),
      ]);
      const registered = await registerApp(deps, registration);
      reply.code(201);
      return registered;
    }),
  );
  const prepareForms = (app: App) => {
    acceptParameters(app);
    app.setErrorHandler(sendOAuthError);
  };
  scope.within(prepareForms, ({ app }) => {
    const readFields = ({ body }: FastifyRequest) => (body ?? {}) as Record<string, unknown>;
    serve(app, oauthPaths.token, async (request) => {
      await throttle.take(tokenLimit, clientAddress(request));
      return exchangeToken(deps, request.headers.authorization, readFields(request));
    });
    serve(app, oauthPaths.revoke, async (request) => {
      await throttle.take(tokenLimit, clientAddress(request));
      await revokeToken(deps, request.headers.authorization, readFields(request));
      return {};
    });
  });
}

const sendPrivate = (reply: FastifyReply, body: object): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    .serializer(JSON.stringify)
    .send(body);

/** Errors have the members of OAuth 2.0 (RFC 6749 §5.2) and ours. */
function sendOAuthError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, code, text } = describeError(error, request, reply);
  if (code === 'invalid_client') reply.header('www-authenticate', 'Basic realm="OAuth"');
  return sendPrivate(reply.code(status), {
    ...{ error: code, error_description: text },
    ...{ statusCode: status, requestId: request.id },
  });
}

function describeError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof OAuthError)
    return { status: error.status, code: error.code, text: error.message };
  const { code, text = '', retryAfterSeconds, details } = toProblem(error, request);
  const { status, text: usual } = errors[code];
  if (retryAfterSeconds) reply.header('retry-after', String(Math.ceil(retryAfterSeconds)));
  if (code === 'internal_error') request.log.error({ err: error }, 'oauth failed');
  // RFC 6749 has one code for all invalid input.
  const isInput = status < 500 && status !== 429;
  const fields = details?.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return {
    ...{ status, code: isInput ? 'invalid_request' : code },
    text: fields || text || usual,
  };
}

export function registerConnectedAppsWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores({
    name: 'connected apps',
    run: async (trx) => {
      const now = clock();
      const ago = (ms: number) => new Date(now.getTime() - ms);
      await noteConnectedApps(trx, now, ago(connectedAppNoteMs));
      return deleteExpiredGrants(trx, now, ago(unusedAppLifetimeMs));
    },
  });
}
