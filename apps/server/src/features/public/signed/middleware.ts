import type { IncomingMessage } from 'node:http';
import {
  countServed,
  type Middleware,
  type RequestLimits,
  type ResponseCache,
  type Served,
  strictTransport,
  writePrepared,
} from '../../../platform/http/index.ts';
import { isTracing, tellRoute } from '../../../platform/tracing/index.ts';
import { keyAt, routeAt } from './keys.ts';

/**
 * Answers what lies signed and ready before the framework sees the request, as verifiers and wallets ask for it; whatever
 * has to be made or refused goes on to the routes.
 */
export function createSignedMiddleware(
  cache: ResponseCache,
  limits: RequestLimits,
  isSecure: boolean,
  served: Served,
): Middleware {
  return (request, response, next) => {
    const { url = '' } = request;
    const key = mayBeSigned(request) ? keyAt(url, request.headers.accept) : undefined;
    const prepared = key === undefined ? undefined : cache.peek(key);
    if (!prepared || !limits.admits(request)) return next();
    if (isTracing()) tellRoute(request, routeAt(url) ?? url);
    if (isSecure) response.setHeader(...strictTransport);
    writePrepared(prepared, request, response);
    countServed(served, response.statusCode);
  };
}

/** Browsers are led to BASE_URL first. */
function mayBeSigned({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && !headers.accept?.includes('text/html');
}
