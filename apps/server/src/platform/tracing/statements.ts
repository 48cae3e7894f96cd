import { currentSpan, inSpan, traceparent } from './spans.ts';

const mostText = 2_000;
const operations =
  /\b(?:select|insert|update|delete|with|begin|start|commit|rollback|savepoint)\b/i;

/**
 * A statement that belongs to something is a span; those of workers that look for work belong to nothing. Its text has
 * placeholders, never values.
 */
export function inStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!currentSpan()) return work();
  const [operation = 'statement'] = operations.exec(text) ?? [];
  const name = operation.toUpperCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': name,
    'db.query.text': text.replaceAll(/\s+/g, ' ').trim().slice(0, mostText),
  };
  return inSpan(name, { kind: 'client', attributes }, work);
}

/** Begins a transaction that tells its rows what caused them: in one round trip, and only where that is traced. */
export function beginning(text: string): string {
  const trace = text === 'begin' ? traceparent() : undefined;
  // Hexadecimal digits, which the tracer wrote.
  return trace ? `${text}; set local insignia.traceparent = '${trace}'` : text;
}
