import type { BodyOf, Operation, ParamsOf, QueryOf } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Person } from '../../kernel/caller.ts';
import { type Once, readOnce } from '../idempotency.ts';
import { type AssertMatches, assertMatches } from './entity-tag.ts';
import { readIds, withoutRepeated } from './path-ids.ts';

type IdsOf<O> = O extends { ids: infer I } ? keyof I : never;
type Asker<A> = A extends 'public' ? undefined : A extends { who: 'person' } ? Person : Caller;
/** Ids repeated in the body are checked here and removed. */
type Fields<O> = BodyOf<O> extends object ? Omit<BodyOf<O>, IdsOf<O> & string> : BodyOf<O>;

export type Call<O extends Operation> = {
  /** Bare lower-case ids. */
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: Fields<O>;
  who: Asker<O['access']>;
  /** The Idempotency-Key with what must be equal: the body unless `content` is given. */
  once: (content?: unknown) => Once | undefined;
  /** Compares the locked state with `If-Match`. */
  assertMatches: AssertMatches;
  request: FastifyRequest;
  reply: FastifyReply;
};

export function callOf(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  who: Caller | Person | undefined,
) {
  const { query } = request;
  const given = request.body as { parameters?: unknown } | undefined;
  const fields = operation.bare ? given : given?.parameters;
  const once = (content?: unknown) => readOnce(request, content);
  const matches: AssertMatches = (etag) => assertMatches(request, etag);
  const call = { query, who, once, assertMatches: matches, request, reply };
  const { ids } = operation;
  if (!ids) return { ...call, params: request.params, body: fields };
  const params = readIds(ids, request.params as Record<string, string>);
  return { ...call, params, body: withoutRepeated(ids, params, fields) };
}
