import type { Operation } from '@insignia/contract';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';

type Ids = NonNullable<Operation['ids']>;
type PathParams = Readonly<Record<string, string>>;

/** Parses ids in a path. An impossible id counts as unknown. */
export function readIds(ids: Ids, params: PathParams): PathParams {
  const read = Object.entries(ids).map(([name, missing]) => {
    const id = readId(params[name] ?? '');
    if (!id) throw new Problem(missing);
    return [name, id];
  });
  return { ...params, ...Object.fromEntries(read) };
}

/** The body may repeat ids of the path. Handlers see them once. */
export function omitPathIds(ids: Ids, params: PathParams, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const rest: Record<string, unknown> = { ...body };
  for (const name of Object.keys(ids)) {
    const repeated = rest[name];
    if (typeof repeated === 'string' && readId(repeated) !== params[name])
      throw invalid(name, "doesn't match the path");
    delete rest[name];
  }
  return rest;
}
