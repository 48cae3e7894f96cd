import {
  type Access,
  type BodyOf,
  bodyLimitOf,
  type Operation,
  type OperationId,
  type ParamsOf,
  type PayloadOf,
  type QueryOf,
  statusOf,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, Person } from '../../kernel/caller.ts';
import { type Answered, type Once, readOnce } from '../idempotency.ts';
import { type FindFaults, withAllFaults } from './all-faults.ts';
import { answerProblem } from './answer-problem.ts';
import type { App } from './app.ts';
import { type AssertMatches, assertMatches, type Tagged, unwrapTagged } from './entity-tag.ts';
import { knownOf, tellIgnored, unknownIn } from './ignored-fields.ts';
import type { RequestLimits } from './limits.ts';
import { readIds, withoutRepeated } from './path-ids.ts';
import { schemaOf } from './route-schema.ts';

/** The one function that tells who asks and lets in or throws. */
export type Authenticate = (
  access: Access,
  request: FastifyRequest,
) => Promise<Caller | Person | undefined>;

type IdsOf<O> = O extends { ids: infer I } ? keyof I : never;
type Asker<A> = A extends 'public' ? undefined : A extends { who: 'person' } ? Person : Caller;
/** Ids that a body may repeat are compared by the router, which takes them out. */
type Fields<O> = BodyOf<O> extends object ? Omit<BodyOf<O>, IdsOf<O> & string> : BodyOf<O>;

export type Call<O extends Operation> = {
  /** Ids bare, in lower case. */
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: Fields<O>;
  who: Asker<O['access']>;
  /** The Idempotency-Key, with what must be the same: the body, where no other content is named. */
  once: (content?: unknown) => Once | undefined;
  /** Holds the state that is about to be written, locked, against `If-Match`. */
  assertMatches: AssertMatches;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Payload<O> = O extends { reply: z.ZodType } ? PayloadOf<O> : FastifyReply;
type Answer<O> = O extends { idempotent: true }
  ? Answered<Payload<O> & object>
  : O extends { tagged: true }
    ? Tagged<Payload<O>>
    : Payload<O>;

/** What only the server knows of an operation. */
export type More = {
  /** What its schema cannot know; asked when the body is refused anyway, so that all is said at once. */
  faults?: FindFaults;
};

/** Registers one operation of the contract: its schemas, who may call it, and what it does. */
export type Router = <O extends Operation>(
  definition: O,
  handle: (call: Call<O>) => Promise<Answer<O>>,
  more?: More,
) => void;

export function createRouter(app: App, authenticate: Authenticate, limits: RequestLimits): Router {
  const enter = async (access: Access, request: FastifyRequest, reply: FastifyReply) => {
    // Public requests are counted by the application.
    if (access === 'public') return undefined;
    const who = await authenticate(access, request).catch((error: unknown) => {
      limits.takeAddress(request, reply);
      throw error;
    });
    if (who && 'accountId' in who)
      limits.takeCaller(who.keyId ?? who.personId, who.accountId, reply);
    else if (who) limits.takeCaller(who.personId, undefined, reply);
    return who;
  };
  return (operation, handle, { faults } = {}) => {
    const asked = new WeakMap<FastifyRequest, Caller | Person>();
    const { body: fields } = operation;
    const reads = fields && { operation, body: fields, faults };
    app.route({
      method: operation.method,
      url: operation.path,
      bodyLimit: bodyLimitOf(operation),
      config: {
        operation: operation.id as OperationId,
        ...(operation.anyOrigin && { anyOrigin: true }),
      },
      schema: schemaOf(operation),
      onRequest: async (request, reply) => {
        const who = await enter(operation.access, request, reply);
        if (who) asked.set(request, who);
      },
      preValidation: [...(operation.mayBeEmpty ? [fillEmpty] : []), nameIgnored(operation)],
      errorHandler: (error, request, reply) =>
        answerProblem(reads ? withAllFaults(error, request, reads) : error, request, reply),
      handler: async (request, reply) => {
        const who = asked.get(request);
        const answered = await handle(callOf(operation, request, reply, who) as never);
        if (operation.tagged) {
          const answer = unwrapTagged(answered as Tagged<unknown>, request, reply);
          return answer === undefined ? reply.send() : dress(operation, answer, reply);
        }
        const answer = operation.idempotent
          ? unwrap(answered as Answered<unknown>, reply)
          : answered;
        return dress(operation, answer, reply);
      },
    });
  };
}

function callOf(
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

/** What surrounds a payload when it is sent. */
function dress(operation: Operation, payload: unknown, reply: FastifyReply): unknown {
  // Bare strings are JSON strings; the framework would send them as text.
  if (typeof payload === 'string')
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  if (!operation.reply) return payload;
  const statusCode = statusOf(operation);
  reply.code(statusCode);
  return operation.envelope ? { statusCode, info: payload } : payload;
}

function unwrap<T>({ answer, replayed }: Answered<T>, reply: FastifyReply): T {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return answer;
}

async function fillEmpty(request: FastifyRequest): Promise<void> {
  const { body } = request;
  const isEmpty =
    body === undefined ||
    (typeof body === 'object' && !Array.isArray(body) && body && Object.keys(body).length === 0);
  if (isEmpty) request.body = { parameters: {} };
}

/** Tells of what is sent in vain, also when the rest is refused; a bare body may have come inside `parameters`. */
function nameIgnored(operation: Operation) {
  const query = knownOf(operation.query ?? z.object({}));
  const fields = knownOf(operation.body);
  const wrapper = knownOf(z.object({ parameters: z.unknown() }));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    tellIgnored(reply, unknownIn(query, request.query));
    const { parameters } = (request.body ?? {}) as { parameters?: unknown };
    const isWrapped = typeof parameters === 'object' && parameters !== null;
    const isInside = isWrapped && (!operation.bare || operation.mayWrap);
    if (isInside && fields) tellIgnored(reply, unknownIn(wrapper, request.body));
    if (isInside && operation.mayWrap) request.body = parameters;
    tellIgnored(reply, unknownIn(fields, isInside ? parameters : request.body));
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Pages of other sites may read what it answers. */
    anyOrigin?: true;
  }
}
