import type { Operation } from '@insignia/contract';

export type BuiltRequest = {
  path: string;
  /** JSON text, a file, or undefined. */
  body?: { type: string; content: string | Blob | Uint8Array };
};

type Args = Readonly<Record<string, unknown>>;

/** Distributes arguments over path, query and body. Undefined arguments are left out. */
export function buildRequest(operation: Operation, args: Args): BuiltRequest {
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    if (value === undefined || value === '') throw new TypeError(`${name} is required`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const file = operation.accepts && !operation.body ? rest.get('file') : undefined;
  if (file !== undefined) {
    rest.delete('file');
    return { path: withQuery(path, rest), body: readFileBody(file as string | Blob | Uint8Array) };
  }
  if (!operation.body) return { path: withQuery(path, rest) };
  const fields = Object.fromEntries(rest);
  const content = JSON.stringify(operation.bare ? fields : { parameters: fields });
  return { path, body: { type: 'application/json', content } };
}

function readFileBody(content: string | Blob | Uint8Array): NonNullable<BuiltRequest['body']> {
  return { type: 'text/csv', content };
}

function withQuery(path: string, values: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of values)
    query.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}
