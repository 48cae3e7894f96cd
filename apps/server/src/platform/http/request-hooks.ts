import { type Operation, operations } from '@insignia/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WorkSignals } from '../db/index.ts';
import { currentCall } from '../limits/call-context.ts';
import type { Logger } from '../log/index.ts';
import { isTracing, setSpanRoute } from '../tracing/index.ts';
import { normalizeClientIp, type RequestLimits } from './limits.ts';

/** RFC 6797: https only for a year. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const;

const uncounted = new Set<string>(
  Object.values<Operation>(operations).flatMap((one) => (one.uncounted ? [one.path] : [])),
);

/** True for health checks and assets: browsers load styles and scripts with every page. */
export function isUncounted(path = ''): boolean {
  return uncounted.has(path) || /^(\/app)?\/assets\//.test(path);
}

type HookOptions = {
  baseUrl: string;
  trustProxy: string[];
  log: Logger;
  limits: RequestLimits;
  signals: WorkSignals;
  workOfWrites: readonly string[];
};

/** Adds the steps that every request takes, whatever its route. */
export function addRequestHooks(app: FastifyInstance, options: HookOptions): void {
  const { log, limits, signals, workOfWrites } = options;
  app.addConstraintStrategy(browserRoutes());
  const isSecure = options.baseUrl.startsWith('https:');
  let isProxyKnown = options.trustProxy.length > 0;
  const countAddress = (request: FastifyRequest, reply: FastifyReply): void => {
    const { url, config } = request.routeOptions;
    if (!isUncounted(url) && !config.ownLimits) limits.takeAddress(request, reply);
  };
  if (isTracing())
    app.addHook('onRequest', async ({ raw, routeOptions, id }) => {
      if (routeOptions.url) setSpanRoute(raw, routeOptions.url, id);
    });

  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const { anyOrigin, needsCaller } = request.routeOptions.config;
    // Routes replace the last one.
    reply
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'no-store');
    // Set here, so that responses that bypass the framework have it too.
    if (isSecure) reply.raw.setHeader(...strictTransport);
    // Errors too: browser-based verifiers read them.
    if (anyOrigin) reply.header('access-control-allow-origin', '*');
    if (!isProxyKnown && request.headers['x-forwarded-for'] !== undefined) {
      isProxyKnown = true;
      warnAboutProxy(request, log);
    }
    if (!needsCaller) countAddress(request, reply);
    const isRead = method === 'GET' || method === 'HEAD';
    // Attributes everything that the request causes to its client.
    const call = {
      ...{ client: normalizeClientIp(request.ip), isRead, isPublicRead: isRead && !needsCaller },
      waitedMs: 0,
    };
    currentCall.run(call, done);
  });

  app.addHook('onResponse', (request, reply, done) => {
    const { method, id: requestId } = request;
    const { statusCode: status, elapsedTime } = reply;
    const isRead = method === 'GET' || method === 'HEAD';
    // The route's pattern, because real addresses contain codes and tokens.
    const route = request.routeOptions.url ?? 'none';
    const fields = { method, route, status, ms: Math.round(elapsedTime * 10) / 10, requestId };
    // One line per write or failure.
    if (isRead && status < 400) log.debug(fields, 'request');
    else log.info(fields, 'request');
    if (!isRead && status < 400) signals.wake(workOfWrites);
    done();
  });
}

/**
 * Lets a page have the path of an operation: a route with the constraint `page: 'html'` receives
 * the requests of browsers. Requests that no such route accepts go to the others.
 */
function browserRoutes(): Parameters<FastifyInstance['addConstraintStrategy']>[0] {
  return {
    name: 'page',
    storage: () => {
      const stores = new Map<string, unknown>();
      return {
        get: (type) => (stores.get(`${type}`) ?? null) as never,
        set: (type, store) => void stores.set(`${type}`, store),
      };
    },
    deriveConstraint: ({ headers }) => (headers.accept?.includes('text/html') ? 'html' : undefined),
  };
}

/** Logged once: behind an untrusted proxy, all clients share one client's limits. */
function warnAboutProxy({ socket }: FastifyRequest, log: Logger): void {
  log.warn(
    `a request had X-Forwarded-For, but TRUST_PROXY isn't set, so all clients count as one. If ${socket.remoteAddress} is your proxy, set TRUST_PROXY=${socket.remoteAddress}`,
  );
}
