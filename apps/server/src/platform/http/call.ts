import { createHash } from 'node:crypto';
import {
  type Access,
  addFormerNames,
  type Operation,
  type OperationBody,
  type OperationParams,
  type OperationPayload,
  type OperationQuery,
  successStatus,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller, User } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import { setClient } from '../limits/call-context.ts';
import { type AssertMatches, assertMatches, type TaggedReply, unwrapTagged } from './etag.ts';
import type { IdempotencyKey, IdempotentReply } from './idempotency.ts';
import type { RequestLimits } from './limits.ts';

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

type Payload<O> = O extends { reply: z.ZodType } ? OperationPayload<O> : FastifyReply;
type Answer<O> = O extends { tagged: true } ? TaggedReply<Payload<O>> : Payload<O>;
type HandlerResult<O> = O extends { idempotent: true }
  ? IdempotentReply<Answer<O> & object>
  : Answer<O>;

export type Handle<O extends Operation> = (call: Call<O>) => Promise<HandlerResult<O>>;

/** Authenticates and authorizes, or throws. */
export type Authenticate = (
  access: Exclude<Access, 'public'>,
  request: FastifyRequest,
) => Promise<Caller | User>;

export type EntryDeps = {
  authenticate: Authenticate;
  limits: RequestLimits;
};
/** Authenticated senders of running requests. */
export type Callers = WeakMap<FastifyRequest, Caller | User>;

/** Authenticates, and counts the request. */
export function createEntryHook(operation: Operation, deps: EntryDeps, callers: Callers) {
  const { access } = operation;
  const { authenticate, limits } = deps;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // The application counts public requests.
    if (access !== 'public') {
      let who: Caller | User;
      try {
        who = await authenticate(access, request);
      } catch (error) {
        limits.takeAddress(request, reply);
        throw error;
      }
      if ('accountId' in who) {
        setClient(who.accountId);
        limits.take(reply, [
          ['key', who.keyId ?? who.personId],
          ['account', who.accountId],
        ]);
      } else {
        setClient(who.personId);
        limits.take(reply, [['key', who.personId]]);
      }
      callers.set(request, who);
    }
  };
}

/** Runs the verb and sends its result. */
export function createRouteHandler(
  operation: Operation,
  handle: Handle<Operation>,
  callers: Callers,
) {
  const route = { operation, handle, callers, statusCode: successStatus(operation) };
  return runVerb.bind(undefined, route);
}

type Route = {
  operation: Operation;
  handle: Handle<Operation>;
  callers: Callers;
  statusCode: number;
};

/** Runs the verb, and adds headers, envelope and status to its result. */
async function runVerb(
  { operation, handle, callers, statusCode }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { ids } = operation;
  const body = request.body as { parameters?: unknown } | undefined;
  const fields = { params: request.params, body: operation.bare ? body : body?.parameters };
  const key = request.headers['idempotency-key'];
  const call = {
    ...(ids ? readPathIds(ids, fields) : fields),
    ...{ query: request.query, who: callers.get(request), request, reply },
    once: (content: unknown = body) =>
      key === undefined ? undefined : readIdempotencyKey(request, key, content),
    assertMatches: (etag: string) => assertMatches(request, etag),
  };
  let payload: unknown = await handle(call as never);
  if (operation.idempotent) {
    const { answer, replayed } = payload as IdempotentReply<unknown>;
    if (replayed) reply.header('idempotent-replayed', 'true');
    payload = answer;
  }
  if (operation.tagged) {
    payload = unwrapTagged(payload as TaggedReply<unknown>, request, reply);
    if (payload === undefined) return reply.send();
  }
  // The framework would send bare strings as text.
  if (typeof payload === 'string')
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  if (!operation.reply) return payload;
  reply.code(statusCode);
  if (operation.formerNames) payload = addFormerNames(payload, operation.formerNames);
  return operation.envelope ? { statusCode, info: payload } : payload;
}

/** At most 255 visible ASCII characters (decisions, "Requests"). */
const keyForm = /^[\x21-\x7e]{1,255}$/;

function readIdempotencyKey(
  { method, url }: FastifyRequest,
  key: string | string[],
  content: unknown,
): IdempotencyKey {
  if (typeof key !== 'string' || !keyForm.test(key))
    throw invalid('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
  const path = url.split('?')[0];
  const text = `${method} ${path} ${canonicalJson(content)}`;
  return { key, fingerprint: createHash('sha256').update(text).digest() };
}

type Ids = NonNullable<Operation['ids']>;

type PathParams = Readonly<Record<string, string>>;

type CallFields = { params: unknown; body: unknown };

/** Parses ids in a path, which the body may repeat. An impossible id counts as unknown. */
function readPathIds(ids: Ids, { params, body }: CallFields): CallFields {
  const path = params as PathParams;
  const read = Object.entries(ids).map(([name, missing]) => {
    const id = readId(path[name] ?? '');
    if (!id) throw new Problem(missing);
    return [name, id];
  });
  const parsed: PathParams = { ...path, ...Object.fromEntries(read) };
  return { params: parsed, body: omitPathIds(ids, parsed, body) };
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

/**
 * Canonical form of a request body, so that member order doesn't matter when idempotency keys are
 * compared.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}
