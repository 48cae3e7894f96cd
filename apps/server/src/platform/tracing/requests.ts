import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '@opentelemetry/api';
import { currentSpan, extractParent, runInContext, startSpan } from './spans.ts';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

const contextKey = Symbol('span context');
type TracedRequest = IncomingMessage & { [contextKey]?: Context };

const first = (header: string | string[] | undefined) =>
  Array.isArray(header) ? header[0] : header;

/** Wraps each request in a span that continues the caller's trace. */
export function traceRequests(
  answer: RequestHandler,
  isUntold: (path: string) => boolean,
): RequestHandler {
  return (request, response) => {
    const { method = '', headers, url = '' } = request;
    if (isUntold(url)) return answer(request, response);
    const traced = startSpan(method, {
      kind: 'server',
      // No addresses or paths: they contain codes, tokens and names.
      attributes: {
        'http.request.method': method,
        'network.protocol.version': request.httpVersion,
      },
      parent: extractParent(first(headers.traceparent), first(headers.tracestate)),
    });
    if (!traced) return answer(request, response);
    const { span, context } = traced;
    (request as TracedRequest)[contextKey] = context;
    response.once('close', () => {
      const { statusCode } = response;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500)
        span.setAttribute('error.type', String(statusCode)).setStatus({ code: 2 });
      span.end();
    });
    runInContext(context, () => answer(request, response));
  };
}

/** Adds the route to the span. */
export function setSpanRoute(
  { method = '' }: IncomingMessage,
  route: string,
  requestId?: string,
): void {
  const span = currentSpan();
  if (!span) return;
  span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  if (requestId) span.setAttribute('insignia.request.id', requestId);
}

/** Restores the span after body events, which don't carry it. */
export function resumeSpan(request: TracedRequest, done: () => void): void {
  runInContext(request[contextKey], done);
}
