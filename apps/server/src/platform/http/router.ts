import {
  type Access,
  bodyLimits,
  bodySchema,
  getBodyLimit,
  type Operation,
  type OperationId,
  type OperationPayload,
  type Operations,
  type SchemaSettings,
  successStatus,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, User } from '../../kernel/caller.ts';
import { setClient } from '../limits/call-context.ts';
import type { App } from './app.ts';
import { buildCall, type Call } from './call.ts';
import { type TaggedReply, unwrapTagged } from './entity-tag.ts';
import type { IdempotentReply } from './idempotency.ts';
import { findUnknownFields, readKnownFields, reportIgnoredFields } from './ignored-fields.ts';
import { addBodyErrors, type FindBodyErrors } from './json-body.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { RequestLimits } from './limits.ts';
import { buildRouteSchema } from './route-schema.ts';
import { sendProblem } from './send-problem.ts';

/** Authenticates and authorizes, or throws. */
export type Authenticate = (
  access: Access,
  request: FastifyRequest,
) => Promise<Caller | User | undefined>;

type Payload<O> = O extends { reply: z.ZodType } ? OperationPayload<O> : FastifyReply;
type HandlerResult<O> = O extends { idempotent: true }
  ? IdempotentReply<Payload<O> & object>
  : O extends { tagged: true }
    ? TaggedReply<Payload<O>>
    : Payload<O>;

/** Server-side additions to an operation. */
export type RouteOptions = {
  /**
   * Checks beyond the schema. Also run if the schema fails, so that one response lists all errors.
   */
  findErrors?: FindBodyErrors;
};

type Handle<O extends Operation> = (call: Call<O>) => Promise<HandlerResult<O>>;
type Handler<O extends Operation> = Handle<O> | (RouteOptions & { handle: Handle<O> });

/** A handler for each operation. One that is missing, or that no operation has, is a type error. */
export type Handlers<G extends Operations<G>> = { [Id in keyof G]: Handler<G[Id]> };

declare const implementedIds: unique symbol;
/** Operations that were implemented. Their ids exist for the compiler only. */
export type ServedOperations<Id> = { readonly [implementedIds]: Id };
export type IdsIn<T> = T extends readonly (infer Each)[]
  ? IdsIn<Each>
  : T extends ServedOperations<infer Id>
    ? Id
    : never;

/** Serves a group of operations with their schemas, access and handlers. */
export type Implement = <const G extends Operations<G>>(
  operations: G,
  handlers: Handlers<G>,
) => ServedOperations<keyof G>;

/** True if the body may hold an image or a file with rows. */
function takesLargeBodies(operation: Operation): boolean {
  return getBodyLimit(operation) > bodyLimits.many;
}

function createImplement(
  app: App,
  authenticate: Authenticate,
  limits: RequestLimits,
  largeBodies: LargeBodies,
  settings: SchemaSettings,
): Implement {
  const enter = async (access: Access, request: FastifyRequest, reply: FastifyReply) => {
    // The application counts public requests.
    if (access === 'public') return undefined;
    const who = await authenticate(access, request).catch((error: unknown) => {
      limits.takeAddress(request, reply);
      throw error;
    });
    if (!who) return undefined;
    const isCaller = 'accountId' in who;
    setClient(isCaller ? who.accountId : who.personId);
    if (isCaller) limits.takeCaller(who.keyId ?? who.personId, who.accountId, reply);
    else limits.takeCaller(who.personId, undefined, reply);
    return who;
  };
  const serve = (operation: Operation, handler: Handler<Operation>): void => {
    const { handle, findErrors }: RouteOptions & { handle: Handle<Operation> } =
      typeof handler === 'function' ? { handle: handler } : handler;
    const callers = new WeakMap<FastifyRequest, Caller | User>();
    const body = bodySchema(operation, settings);
    const reads = body && { operation, body, findErrors };
    app.route({
      method: operation.method,
      url: operation.path,
      bodyLimit: getBodyLimit(operation),
      config: {
        operation: operation.id as OperationId,
        ...(operation.anyOrigin && { anyOrigin: true }),
      },
      schema: buildRouteSchema(operation, settings),
      onRequest: async (request, reply) => {
        const who = await enter(operation.access, request, reply);
        if (who) callers.set(request, who);
        if (takesLargeBodies(operation)) await largeBodies.admit(request, reply);
      },
      preValidation: [
        ...(operation.mayBeEmpty ? [fillEmptyBody] : []),
        createIgnoredFieldsHook(operation, body),
      ],
      errorHandler: (error, request, reply) =>
        sendProblem(reads ? addBodyErrors(error, request, reads) : error, request, reply),
      handler: async (request, reply) => {
        const who = callers.get(request);
        const answered: unknown = await handle(buildCall(operation, request, reply, who) as never);
        if (operation.tagged) {
          const answer = unwrapTagged(answered as TaggedReply<unknown>, request, reply);
          return answer === undefined ? reply.send() : setReplyHeaders(operation, answer, reply);
        }
        const answer = operation.idempotent
          ? unwrapIdempotent(answered as IdempotentReply<unknown>, reply)
          : answered;
        return setReplyHeaders(operation, answer, reply);
      },
    });
  };
  return (operations, handlers) => {
    for (const [id, handler] of Object.entries<Handler<Operation>>(handlers as never))
      serve((operations as Record<string, Operation>)[id] as Operation, handler);
    return {} as never;
  };
}

/** Adds the envelope and status. */
function setReplyHeaders(operation: Operation, payload: unknown, reply: FastifyReply): unknown {
  // The framework would send bare strings as text.
  if (typeof payload === 'string')
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
  if (!operation.reply) return payload;
  const statusCode = successStatus(operation);
  reply.code(statusCode);
  return operation.envelope ? { statusCode, info: payload } : payload;
}

function unwrapIdempotent<T>({ answer, replayed }: IdempotentReply<T>, reply: FastifyReply): T {
  if (replayed) reply.header('idempotent-replayed', 'true');
  return answer;
}

async function fillEmptyBody(request: FastifyRequest): Promise<void> {
  const { body } = request;
  const isEmpty =
    body === undefined ||
    (typeof body === 'object' && !Array.isArray(body) && body && Object.keys(body).length === 0);
  if (isEmpty) request.body = { parameters: {} };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Allows other sites to read the response. */
    anyOrigin?: true;
  }
}

/** Reports ignored members, also in errors. A bare body may be inside `parameters`. */
function createIgnoredFieldsHook(operation: Operation, body: z.ZodType | undefined) {
  const query = readKnownFields(operation.query ?? z.object({}));
  const fields = readKnownFields(body);
  const wrapper = readKnownFields(z.object({ parameters: z.unknown() }));
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reportIgnoredFields(reply, findUnknownFields(query, request.query));
    const { parameters } = (request.body ?? {}) as { parameters?: unknown };
    const isWrapped = typeof parameters === 'object' && parameters !== null;
    const isInside = isWrapped && (!operation.bare || operation.mayWrap);
    if (isInside && fields) reportIgnoredFields(reply, findUnknownFields(wrapper, request.body));
    if (isInside && operation.mayWrap) request.body = parameters;
    reportIgnoredFields(reply, findUnknownFields(fields, isInside ? parameters : request.body));
  };
}

/** Registers routes of a feature. */
export type Scope = {
  /** Serves a group of operations. */
  implement: Implement;
  /** Registers pages. */
  app: App;
  /** Registers routes with their own content types and hooks. */
  within: <T>(
    prepare: (app: App) => void,
    register: (scope: Scope) => T,
  ) => ServedOperations<IdsIn<T>>;
};

export function createScope(
  app: App,
  authenticate: Authenticate,
  limits: RequestLimits,
  largeBodies: LargeBodies,
  settings: SchemaSettings,
): Scope {
  return {
    implement: createImplement(app, authenticate, limits, largeBodies, settings),
    app,
    within: (prepare, register) => {
      void app.register((child, _options, done) => {
        prepare(child);
        register(createScope(child, authenticate, limits, largeBodies, settings));
        done();
      });
      return {} as never;
    },
  };
}
