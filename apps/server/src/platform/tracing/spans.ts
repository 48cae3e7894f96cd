import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';

/** The part of the SDK that is in use. Loaded and set only if tracing is on. */
export type Tracer = {
  start: (name: string, kind: SpanKind, attributes: Attributes, parent: Context) => ActiveSpan;
  /** Extracts the context of a request or row. `traceparent` is in W3C format. */
  extract: (traceparent: string | undefined, tracestate?: string) => Context;
  traceparentOf: (span: Span) => string;
  spanOf: (context: Context) => Span | undefined;
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
export function startSpan(
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

export function runInContext<T>(context: Context | undefined, work: () => T): T {
  return context ? current.run(context, work) : work();
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
  return context && tracer?.spanOf(context);
}

/** Trace context to pass on. */
export function getTraceparent(): string | undefined {
  const span = currentSpan();
  return span && tracer?.traceparentOf(span);
}
