import type { IncomingMessage, ServerResponse } from 'node:http';
import { onceForEach } from '../../../kernel/accept.ts';
import { readId } from '../../../kernel/id.ts';
import {
  countServed,
  type Middleware,
  type PreparedResponse,
  type RequestLimits,
  type ResponseCache,
  writePrepared,
} from '../../../platform/http/index.ts';
import { isTracing, tellRoute } from '../../../platform/tracing/index.ts';
import type { Documents } from './documents.ts';
import { chooseForm, documentAt, documentPaths, type Form, sharedBeginning } from './rules.ts';

// Compared with the path of every request, so as simple as can be.
const beginning = sharedBeginning(Object.values(documentPaths));

/** The cache's name of one form of a document: its path, and a mark for JSON-LD. */
export function cacheKey(path: string, form: Form): string {
  return form === 'ld' ? `${path} ld` : path;
}

/**
 * Answers the documents that verifiers read before the framework sees the request, since they are what the service is
 * asked for most. Whatever is not simply there (unknown, page, database away) goes on to the routes.
 */
export function createDocumentMiddleware(
  cache: ResponseCache,
  documents: Documents,
  limits: RequestLimits,
): Middleware {
  const formOf = onceForEach(chooseForm);
  return (request, response, next) => {
    if (!mayBeDocument(request) || !limits.admits(request)) return next();
    const { url = '' } = request;
    const form = formOf(request.headers.accept);
    if (form === 'page') return next();
    const key = cacheKey(url, form);
    const prepared = cache.peek(key);
    if (prepared) return give(prepared, request, response);
    const asked = documentAt(url);
    // An id in other letters has a document too, but under its own path.
    if (!asked || readId(asked.guid) !== asked.guid) return next();
    const load = () => documents[asked.kind](asked.guid, form === 'ld');
    return void cache.get(key, load).then((loaded) => give(loaded, request, response), next);
  };
}

function give(
  prepared: PreparedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (isTracing()) tellDocument(request);
  writePrepared(prepared, request, response);
  if (prepared.served) countServed(prepared.served, response.statusCode);
}

function tellDocument(request: IncomingMessage): void {
  const asked = documentAt(request.url ?? '');
  if (asked) tellRoute(request, documentPaths[asked.kind]);
}

function mayBeDocument({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url?.startsWith(beginning) === true;
}
