import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

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
    response.once('close', () => {
      const { statusCode } = response;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500)
        span.setAttribute('error.type', String(statusCode)).setStatus({ code: 2 });
      span.end();
    });
    current.run(context, () => answer(request, response));
  };
}

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

const MAX_TEXT_LENGTH = 2_000;

const operations =
  /\b(?:select|insert|update|delete|with|begin|start|commit|rollback|savepoint)\b/i;

/**
 * Wraps a statement in a span if it has a parent. Polling has none. The text contains placeholders,
 * never values.
 */
export function traceStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return work();
  const [operation = 'statement'] = operations.exec(text) ?? [];
  const name = operation.toUpperCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    'db.query.text': text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH),
  };
  return runInSpan(name, { kind: 'client', attributes }, work);
}

/** Starts a transaction and passes the trace to its rows in one round trip. */
export function withTraceparent(text: string): string {
  const trace = text === 'begin' ? getTraceparent() : undefined;
  // Hexadecimal digits from the tracer.
  return trace ? `${text}; set local insignia.traceparent = '${trace}'` : text;
}

/** The part of the SDK that is in use. Loaded and set only if tracing is on. */
export type Tracer = {
  start: (name: string, kind: SpanKind, attributes: Attributes, parent: Context) => ActiveSpan;
  /** Extracts the context of a request or row. `traceparent` is in W3C format. */
  extract: (traceparent: string | undefined, tracestate?: string) => Context;
  formatTraceparent: (span: Span) => string;
  getSpan: (context: Context) => Span | undefined;
};
export type ActiveSpan = { span: Span; context: Context };

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Context>();

// Values of @opentelemetry/api, which isn't loaded for them.
const kinds = { server: 1, client: 2, consumer: 4 } as const;
const failed = 2;

/** Sets the process's tracer. Returns a function that removes it. */
export function setTracer(started: Tracer): () => void {
  tracer = started;
  return () => {
    if (tracer === started) tracer = undefined;
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

type SpanDescription = {
  kind: keyof typeof kinds;
  attributes: Attributes;
  /** Defaults to the current span. */
  parent?: Context | undefined;
};

/** Starts a span. Undefined without tracing. */
function startSpan(
  name: string,
  { kind, attributes, parent = current.getStore() }: SpanDescription,
): ActiveSpan | undefined {
  return tracer?.start(name, kinds[kind], attributes, parent ?? tracer.extract(undefined));
}

/** Runs work in a span, which ends and fails with it. */
export async function runInSpan<T>(
  name: string,
  described: SpanDescription,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const traced = startSpan(name, described);
  if (!traced) return work(undefined);
  const { span, context } = traced;
  try {
    return await current.run(context, work, span);
  } catch (error) {
    recordSpanError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Records only the error's kind: its message may contain personal data. */
export function recordSpanError(span: Span, error: unknown): void {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: failed });
}

/** Context of a request or row, as a parent. */
export function extractParent(
  traceparent: string | null | undefined,
  tracestate?: string,
): Context | undefined {
  return tracer?.extract(traceparent ?? undefined, tracestate);
}

export function currentSpan(): Span | undefined {
  const context = tracer && current.getStore();
  return context && tracer?.getSpan(context);
}

/** Trace context to pass on. */
export function getTraceparent(): string | undefined {
  const span = tracer && currentSpan();
  return span && tracer?.formatTraceparent(span);
}
