import { getExampleParam } from './examples.ts';
import type { Operation } from './operation.ts';

export type ExampleRequest = {
  method: Operation['method'];
  path: string;
  /** JSON, or the text of a file. */
  body?: { type: string; content: unknown };
};

/** Builds the HTTP request of an operation's examples. */
export function exampleRequest(operation: Operation): ExampleRequest {
  const { method, path, accepts, bare, examples: { query, body } = {} } = operation;
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => getExampleParam(path, name));
  const whole = query ? `${filled}?${new URLSearchParams(query)}` : filled;
  if (body === undefined) return { method, path: whole };
  const [type = 'application/json'] = accepts ?? [];
  const content = bare || accepts ? body : { parameters: body };
  return { method, path: whole, body: { type, content } };
}
