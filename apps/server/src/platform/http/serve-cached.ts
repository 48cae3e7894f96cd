import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { newId, readId } from '../../kernel/id.ts';
import { notePublicRead } from '../limits/call-context.ts';
import type { Logger } from '../log/index.ts';
import { isTracing, setSpanRoute } from '../tracing/index.ts';
import type { App, Middleware } from './app.ts';
import type { RequestLimits } from './limits.ts';
import { type PreparedResponse, writePrepared } from './prepared-response.ts';
import type { ResponseCache } from './response-cache.ts';

/** A kind of public address whose response may be in the cache. */
export type CachedRead = {
  /** Label under which responses are counted. */
  document: string;
  /** A path that contains one id. */
  route: string;
  /**
   * Returns the cache key of the response to such a request, or undefined to leave the request to
   * the routes.
   */
  keyOf: (id: string, accept: string | undefined) => string | undefined;
  /** Loads a missing response. Without it, a miss goes to the routes. */
  load?: (id: string, accept: string | undefined) => Promise<PreparedResponse>;
  /** Redirects browsers that use another host to BASE_URL. The query is ignored. */
  isPage?: true;
};

/** Number of responses by outcome. Plain numbers, because this path answers most requests. */
export type ServedCounts = { document: string; ok: number; notModified: number; gone: number };

type Kind = CachedRead & { before: string; after: string; length: number; served: ServedCounts };
type CachedRequest = { read: Kind; id: string; key: string };

type Options = {
  cache: ResponseCache;
  limits: RequestLimits;
  log: Logger;
  baseUrl: string;
  /** Compared in this order: put the most requested ones first. */
  reads: readonly CachedRead[];
};

const idLength = 36;

/**
 * Answers public reads from the cache before the framework sees the request. Every other request goes to the routes, which use
 * the same cache and send the same headers.
 */
export function serveCached(options: Options): { middleware: Middleware; served: ServedCounts[] } {
  const { cache, limits, log } = options;
  const { host } = new URL(options.baseUrl);
  const isLogged = log.isLevelEnabled('debug');
  const served = new Map(
    options.reads.map(({ document }) => [document, { document, ok: 0, notModified: 0, gone: 0 }]),
  );
  const reads = options.reads.map((read): Kind => {
    const [before = '', after = ''] = read.route.split(/:\w+/);
    const length = before.length + idLength + after.length;
    return { ...read, before, after, length, served: served.get(read.document) as ServedCounts };
  });
  const findRead = (path: string): Kind | undefined =>
    reads.find(
      ({ length, before, after }) =>
        path.length === length && path.startsWith(before) && path.endsWith(after),
    );
  /**
   * Returns the kind of read, its id and its cache key, or undefined for requests that only the
   * routes answer.
   */
  const find = (request: IncomingMessage): CachedRequest | undefined => {
    const { url = '', headers } = request;
    const query = url.indexOf('?');
    const path = query < 0 ? url : url.slice(0, query);
    const read = findRead(path);
    if (!read || (read.isPage ? hasOtherHost(request, host) : query >= 0)) return undefined;
    const id = path.slice(read.before.length, read.before.length + idLength);
    const key = read.keyOf(id, headers.accept);
    return key === undefined ? undefined : { read, id, key };
  };

  const middleware: Middleware = (next) => (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const found = isRead ? find(request) : undefined;
    if (found) answer(found, request, response, next);
    else next(request, response);
  };

  const answer = (
    { read, id, key }: CachedRequest,
    request: IncomingMessage,
    response: ServerResponse,
    next: RequestListener,
  ): void => {
    const startedAt = isLogged ? performance.now() : 0;
    notePublicRead();
    const send = (prepared: PreparedResponse): void => {
      if (isTracing()) setSpanRoute(request, read.route);
      writePrepared(prepared, request, response);
      count(read.served, response.statusCode);
      if (isLogged)
        log.debug(
          buildRequestFields(request, read.route, response.statusCode, startedAt),
          'request',
        );
    };
    const pass = (): void => {
      next(request, response);
    };
    const prepared = cache.peek(key);
    const { load } = read;
    // An id in capitals also has a document, but under a path of its own.
    const isAnswerable = prepared !== undefined || (load !== undefined && readId(id) === id);
    if (!isAnswerable || !limits.admits(request)) pass();
    else if (prepared) send(prepared);
    else if (load) void cache.get(key, () => load(id, request.headers.accept)).then(send, pass);
  };
  return { middleware, served: [...served.values()] };
}

function count(served: ServedCounts, status: number): void {
  if (status === 304) served.notModified++;
  else if (status === 410) served.gone++;
  else served.ok++;
}

function buildRequestFields(
  { method = '' }: IncomingMessage,
  route: string,
  status: number,
  startedAt: number,
) {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  return { method, route, status, ms, requestId: newId() };
}

const mark = 'led';

/** Returns true if a browser asks for a host other than that of BASE_URL. */
function hasOtherHost({ method, headers }: IncomingMessage, host: string): boolean {
  return (
    method === 'GET' && headers.host !== host && headers.accept?.includes('text/html') === true
  );
}

/**
 * Redirects pages opened under another host to BASE_URL, where cookies and links work. A marker
 * prevents loops behind proxies that don't pass on the Host.
 */
export function redirectToBaseUrl(app: App, baseUrl: string): void {
  const { host } = new URL(baseUrl);
  app.addHook('onRequest', async (request, reply) => {
    if (!hasOtherHost(request.raw, host)) return;
    const { url } = request;
    // Proxies may send an absolute URL (RFC 9112 §3.2.2).
    const requested = URL.parse(url.startsWith('/') ? `${baseUrl}${url}` : url);
    if (!requested?.pathname.startsWith('/')) return;
    const target = new URL(`${baseUrl}${requested.pathname}${requested.search}`);
    if (target.origin !== baseUrl || target.searchParams.has(mark)) return;
    target.searchParams.set(mark, '1');
    await reply.redirect(target.href, 302);
  });
}
