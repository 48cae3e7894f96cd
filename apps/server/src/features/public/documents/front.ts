import type { IncomingMessage } from 'node:http';
import {
  type Front,
  type ReadyBytes,
  type RequestLimits,
  writeReady,
} from '../../../platform/http/index.ts';
import type { Documents } from './documents.ts';
import { chooseForm, type Form } from './rules.ts';

const path =
  /^\/certify-badge\/(issuer|badge|award)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cache's name of one form of a document: its path, and a mark for JSON-LD. */
export function cacheKey(path: string, form: Form): string {
  return form === 'ld' ? `${path} ld` : path;
}

/**
 * Answers the documents that verifiers read before the framework sees the request, since they are what the service is
 * asked for most. Whatever is not simply there (unknown, page, database away) goes on to the routes.
 */
export function createFront(cache: ReadyBytes, documents: Documents, limits: RequestLimits): Front {
  const forms = new Map<string, Form>();
  const formOf = (accept: string | undefined): Form => {
    if (accept === undefined || accept === '*/*') return 'json';
    const known = forms.get(accept);
    if (known) return known;
    if (forms.size > 1_000) forms.clear();
    const form = chooseForm(accept);
    forms.set(accept, form);
    return form;
  };
  return (request, response, next) => {
    if (!mayBeDocument(request) || !limits.admits(request)) return next();
    const { url = '' } = request;
    const form = formOf(request.headers.accept);
    if (form === 'page') return next();
    const key = cacheKey(url, form);
    const ready = cache.peek(key);
    if (ready) return writeReady(ready, request, response);
    const [, kind, guid] = path.exec(url) ?? [];
    if (!guid) return next();
    const load = () => documents[kind as 'issuer' | 'badge' | 'award'](guid, form === 'ld');
    return void cache.get(key, load).then((loaded) => writeReady(loaded, request, response), next);
  };
}

function mayBeDocument({ method, url }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && url?.startsWith('/certify-badge/') === true;
}
