import {
  countServed,
  type Middleware,
  type RequestLimits,
  type ResponseCache,
  type Served,
  writePrepared,
} from '../../../platform/http/index.ts';
import { keyAt } from './keys.ts';

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
    const { method, url = '', headers } = request;
    if (method !== 'GET' && method !== 'HEAD') return next();
    // Browsers are led to BASE_URL first.
    if (headers.accept?.includes('text/html')) return next();
    const key = keyAt(url, headers.accept);
    const prepared = key === undefined ? undefined : cache.peek(key);
    if (!prepared || !limits.admits(request)) return next();
    if (isSecure) response.setHeader('strict-transport-security', 'max-age=31536000');
    writePrepared(prepared, request, response);
    countServed(served, response.statusCode);
  };
}
