import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';

/** What `start.ts` makes of the SDK. It is loaded, and set here, only where traces are wanted. */
export type Tracer = {
  start: (name: string, kind: SpanKind, attributes: Attributes, parent: Context) => Traced;
  /** Of what came with a request, or was remembered with a row; `traceparent` as the W3C writes it. */
  extract: (traceparent: string | undefined, tracestate?: string) => Context;
  traceparentOf: (span: Span) => string;
  spanOf: (context: Context) => Span | undefined;
};
export type Traced = { span: Span; context: Context };

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<Context>();

// As in @opentelemetry/api, which is not loaded for them.
const kinds = { server: 1, client: 2, consumer: 4 } as const;
const failed = 2;

/** From now on spans are recorded, until what it returns is called. A process has one tracer, as it has one log. */
export function traceWith(started: Tracer): () => void {
  tracer = started;
  return () => {
    if (tracer === started) tracer = undefined;
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

type Described = {
  kind: keyof typeof kinds;
  attributes: Attributes;
  /** Where it belongs, when not to what runs now. */
  parent?: Context | undefined;
};

/** Begins a span; undefined where nothing is traced. */
export function beginSpan(
  name: string,
  { kind, attributes, parent = current.getStore() }: Described,
): Traced | undefined {
  return tracer?.start(name, kinds[kind], attributes, parent ?? tracer.extract(undefined));
}

/** What is done in it, and all that follows from it, belongs to the span; it ends with the work, and fails with it. */
export async function inSpan<T>(
  name: string,
  described: Described,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const traced = beginSpan(name, described);
  if (!traced) return work(undefined);
  const { span, context } = traced;
  try {
    return await current.run(context, work, span);
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** By its kind only: what it says may have personal data. */
export function fail(span: Span, error: unknown): void {
  const { code, name = 'Error' } = (error ?? {}) as { code?: unknown; name?: string };
  span.setAttribute('error.type', typeof code === 'string' ? code : name);
  span.setStatus({ code: failed });
}

export function within<T>(context: Context | undefined, work: () => T): T {
  return context ? current.run(context, work) : work();
}

/** What came with a request, or was remembered with a row, as a parent. */
export function parentOf(
  traceparent: string | null | undefined,
  tracestate?: string,
): Context | undefined {
  return tracer?.extract(traceparent ?? undefined, tracestate);
}

/** The span that what runs now belongs to. */
export function currentSpan(): Span | undefined {
  const context = tracer && current.getStore();
  return context && tracer?.spanOf(context);
}

/** What is handed on to whoever goes on with it. */
export function traceparent(): string | undefined {
  const span = currentSpan();
  return span && tracer?.traceparentOf(span);
}
