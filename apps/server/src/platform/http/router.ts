import {
  type Access,
  bodyLimitOf,
  type ErrorCode,
  errorBody,
  errors,
  type Operation,
  type OperationId,
  operations,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, Person } from '../../kernel/caller.ts';
import { inBinaryUnits } from '../../kernel/sizes.ts';
import { type FindFaults, withAllFaults } from './all-faults.ts';
import { answerProblem } from './answer-problem.ts';
import type { App } from './app.ts';
import { knownOf, tellIgnored, unknownIn } from './ignored-fields.ts';
import type { RequestLimits } from './limits.ts';

/** The one function that tells who asks and lets in or throws. */
export type Doorkeeper = (
  access: Access,
  request: FastifyRequest,
) => Promise<Caller | Person | undefined>;

type Shape = {
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The fields inside `parameters`, or the whole body of a bare operation. */
  body?: z.ZodType;
  /** What its schema cannot know; asked when the body is refused anyway, so that all is said at once. */
  faults?: FindFaults;
  /** The payload; without it the handler answers by itself, with a document or a page. */
  reply?: z.ZodType;
  /** The JSON among what it answers by itself. */
  answers?: z.ZodType;
  /** Wraps the payload as `{statusCode, info}`. */
  envelope?: true;
  /** What it can refuse, beyond what every operation can. */
  errors?: readonly ErrorCode[];
};

type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type Asker<A> = A extends 'public' ? undefined : A extends { who: 'person' } ? Person : Caller;

export type Call<Id extends OperationId, S extends Shape> = {
  params: Out<S['params']>;
  query: Out<S['query']>;
  body: Out<S['body']>;
  who: Asker<(typeof operations)[Id]['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Answer<S extends Shape> = S['reply'] extends z.ZodType ? z.input<S['reply']> : FastifyReply;

/** Registers one operation of the contract: its schemas, who may call it, and what it does. */
export type Router = <Id extends OperationId, const S extends Shape>(
  id: Id,
  shape: S,
  handle: (call: Call<Id, S>) => Promise<Answer<S>>,
) => void;

export function createRouter(app: App, doorkeeper: Doorkeeper, limits: RequestLimits): Router {
  const enter = async (access: Access, request: FastifyRequest, reply: FastifyReply) => {
    // Public requests are counted by the application.
    if (access === 'public') return undefined;
    const who = await doorkeeper(access, request).catch((error: unknown) => {
      limits.takeAddress(request, reply);
      throw error;
    });
    if (who && 'accountId' in who)
      limits.takeCaller(who.keyId ?? who.personId, who.accountId, reply);
    else if (who) limits.takeCaller(who.personId, undefined, reply);
    return who;
  };
  return (id, shape, handle) => {
    const operation: Operation = operations[id];
    const asked = new WeakMap<FastifyRequest, Caller | Person>();
    const { body: fields, faults } = shape;
    const reads = fields && { operation, body: fields, faults };
    app.route({
      method: operation.method,
      url: operation.path,
      bodyLimit: bodyLimitOf(operation),
      config: { operation: id, ...(operation.anyOrigin && { anyOrigin: true }) },
      schema: schemaOf(id, operation, shape),
      onRequest: async (request, reply) => {
        const who = await enter(operation.access, request, reply);
        if (who) asked.set(request, who);
      },
      preValidation: [...(operation.mayBeEmpty ? [fillEmpty] : []), nameIgnored(operation, shape)],
      errorHandler: (error, request, reply) =>
        answerProblem(reads ? withAllFaults(error, request, reads) : error, request, reply),
      handler: async (request, reply) => {
        const body = request.body as { parameters?: unknown } | undefined;
        const answer = await handle({
          params: request.params,
          query: request.query,
          body: operation.bare ? body : body?.parameters,
          who: asked.get(request),
          request,
          reply,
        } as never);
        // Bare strings are JSON strings; the framework would send them as text.
        if (typeof answer === 'string')
          reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
        if (!shape.reply) return answer;
        reply.code(statusOf(operation));
        return shape.envelope ? { statusCode: statusOf(operation), info: answer } : answer;
      },
    });
  };
}

async function fillEmpty(request: FastifyRequest): Promise<void> {
  const { body } = request;
  const isEmpty =
    body === undefined ||
    (typeof body === 'object' && !Array.isArray(body) && body && Object.keys(body).length === 0);
  if (isEmpty) request.body = { parameters: {} };
}

/** Tells of what is sent in vain, also when the rest is refused; a bare body may have come inside `parameters`. */
function nameIgnored(operation: Operation, shape: Shape) {
  const query = knownOf(shape.query ?? z.object({}));
  const fields = knownOf(shape.body);
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

function statusOf({ status }: Operation): number {
  return status ?? 200;
}

function schemaOf(id: OperationId, operation: Operation, shape: Shape): Record<string, unknown> {
  const body = shape.body && (operation.bare ? shape.body : z.object({ parameters: shape.body }));
  const success = shape.envelope
    ? z.object({ statusCode: z.literal(statusOf(operation)), info: shape.reply ?? z.any() })
    : (shape.reply ?? shape.answers);
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(body || operation.accepts ? { description: `Body: at most ${sizeOf(operation)}.` } : {}),
    security: operation.access === 'public' ? [] : securityOf(operation.access),
    ...(shape.params ? { params: shape.params } : {}),
    ...(shape.query ? { querystring: shape.query } : {}),
    ...(body ? { body } : {}),
    response: {
      ...(success ? { [statusOf(operation)]: success } : {}),
      ...refusals(operation, shape),
    },
  };
}

function sizeOf(operation: Operation): string {
  return inBinaryUnits(bodyLimitOf(operation));
}

function securityOf(access: Exclude<Access, 'public'>): Record<string, string[]>[] {
  const personal: Record<string, string[]>[] = [{ session: [] }, { jwt: [] }];
  return access.who === 'person' || access.personOnly ? personal : [{ apiKey: [] }, ...personal];
}

/** The answers to refused calls: one schema a status, the codes in its description. */
function refusals(operation: Operation, shape: Shape): Record<number, z.ZodType> {
  const { body, query, params } = shape;
  const codes = new Set<ErrorCode>([
    ...(shape.errors ?? []),
    ...(body ? (['invalid_json'] as const) : []),
    ...(body || operation.accepts ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...(body || query || params ? (['invalid_request'] as const) : []),
    ...refusalsOfAccess(operation.access),
    ...(operation.method === 'GET' ? [] : (['storage_full'] as const)),
    ...(['too_many_requests', 'internal_error', 'database_unavailable'] as const),
  ]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  const schemaOfCodes = (found: ErrorCode[]) =>
    errorBody.describe(found.map((code) => `\`${code}\`: ${errors[code].text}`).join('\n\n'));
  return Object.fromEntries([...byStatus].map(([status, found]) => [status, schemaOfCodes(found)]));
}

function refusalsOfAccess(access: Access): readonly ErrorCode[] {
  if (access === 'public') return [];
  const always = [
    'unauthorized',
    'invalid_credentials',
    'origin_mismatch',
    'identity_provider_unavailable',
  ] as const;
  if (access.who === 'person') return [...always, 'person_required'];
  const limits: ErrorCode[] = [access.personOnly ? 'person_required' : 'scope_too_small'];
  if (access.role !== 'viewer') limits.push('role_too_small');
  return [...always, 'account_not_found', ...limits];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Pages of other sites may read what it answers. */
    anyOrigin?: true;
  }
}
