import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readId } from '../../kernel/id.ts';
import { type Front, type Ready, type ReadyBytes, writeReady } from '../../platform/http/index.ts';
import { chooseForm, type Form } from './rules.ts';

const prefix = '/certify-badge/';
const awardPrefix = `${prefix}award/`;

/** The cache's name of one form of a document: its path, and a mark for JSON-LD. */
export function cacheKey(path: string, form: Form): string {
  return form === 'ld' ? `${path} ld` : path;
}

/** Answers what lies ready before the framework sees the request; everything else goes on to the routes. */
export function createFront(cache: ReadyBytes): Front {
  const forms = new Map<string, Form>();
  const formOf = (accept: string | undefined, hasPage: boolean): Form => {
    if (accept === undefined || accept === '*/*') return 'json';
    const name = `${hasPage} ${accept}`;
    const known = forms.get(name);
    if (known) return known;
    if (forms.size > 1_000) forms.clear();
    const form = chooseForm(accept, hasPage);
    forms.set(name, form);
    return form;
  };
  return (request, response) => {
    const { url = '', method } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(prefix)) return false;
    const form = formOf(
      request.headers.accept,
      url.startsWith(awardPrefix) && !url.endsWith('/share-text'),
    );
    if (form === 'page') return false;
    const ready = cache.peek(cacheKey(url, form));
    if (!ready) return false;
    writeReady(ready, request, response);
    return true;
  };
}

/** Loads what is not ready, keeps it and sends it. */
export async function sendDocument(
  cache: ReadyBytes,
  key: string,
  load: () => Promise<Ready>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Errors are read by verifiers in browsers too.
  reply.header('access-control-allow-origin', '*').header('vary', 'Accept');
  const ready = await cache.get(key, load);
  reply.hijack();
  writeReady(ready, request.raw as IncomingMessage, reply.raw);
  return reply;
}

/** An id in the path of a public document. */
export function guidOf(text: string): string | undefined {
  return text.includes('/') ? undefined : readId(text);
}
