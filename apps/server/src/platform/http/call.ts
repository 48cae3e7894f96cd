import type { Operation, OperationBody, OperationParams, OperationQuery } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, User } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type AssertMatches, assertMatches } from './entity-tag.ts';
import { type IdempotencyKey, readIdempotencyKey } from './idempotency.ts';

type PathIdNames<O> = O extends { ids: infer I } ? keyof I : never;
type CallerFor<A> = A extends 'public' ? undefined : A extends { who: 'person' } ? User : Caller;
/** Ids repeated in the body are checked here and removed. */
type Fields<O> =
  OperationBody<O> extends object
    ? Omit<OperationBody<O>, PathIdNames<O> & string>
    : OperationBody<O>;

export type Call<O extends Operation> = {
  /** Bare lower-case ids. */
  params: OperationParams<O>;
  query: OperationQuery<O>;
  body: Fields<O>;
  who: CallerFor<O['access']>;
  /** The Idempotency-Key with what must be equal: the body unless `content` is given. */
  once: (content?: unknown) => IdempotencyKey | undefined;
  /** Compares the locked state with `If-Match`. */
  assertMatches: AssertMatches;
  request: FastifyRequest;
  reply: FastifyReply;
};

export function buildCall(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  who: Caller | User | undefined,
) {
  const { query } = request;
  const body = request.body as { parameters?: unknown } | undefined;
  const fields = operation.bare ? body : body?.parameters;
  const once = (content?: unknown) => readIdempotencyKey(request, content);
  const matches: AssertMatches = (etag) => assertMatches(request, etag);
  const call = { query, who, once, assertMatches: matches, request, reply };
  const { ids } = operation;
  if (!ids) return { ...call, params: request.params, body: fields };
  const params = readIds(ids, request.params as Record<string, string>);
  return { ...call, params, body: omitPathIds(ids, params, fields) };
}

type Ids = NonNullable<Operation['ids']>;

type PathParams = Readonly<Record<string, string>>;

/** Parses ids in a path. An impossible id counts as unknown. */
function readIds(ids: Ids, params: PathParams): PathParams {
  const read = Object.entries(ids).map(([name, missing]) => {
    const id = readId(params[name] ?? '');
    if (!id) throw new Problem(missing);
    return [name, id];
  });
  return { ...params, ...Object.fromEntries(read) };
}

/** The body may repeat ids of the path. Handlers see them once. */
function omitPathIds(ids: Ids, params: PathParams, body: unknown): unknown {
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
