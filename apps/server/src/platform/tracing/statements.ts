import { currentSpan, getTraceparent, runInSpan } from './spans.ts';

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
