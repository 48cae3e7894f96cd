import {
  type Access,
  bodyLimitOf,
  bodyLimits,
  type Operation,
  type OperationId,
  type PayloadOf,
  statusOf,
} from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller, Person } from '../../kernel/caller.ts';
import { setClient } from '../call-context.ts';
import type { Answered } from '../idempotency.ts';
import { type FindFaults, withAllFaults } from './all-faults.ts';
import { answerProblem } from './answer-problem.ts';
import type { App } from './app.ts';
import { type Call, callOf } from './call.ts';
import { type Tagged, unwrapTagged } from './entity-tag.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { RequestLimits } from './limits.ts';
import { nameIgnored } from './name-ignored.ts';
import { schemaOf } from './route-schema.ts';

/** Authenticates and authorizes, or throws. */
export type Authenticate = (
  access: Access,
  request: FastifyRequest,
) => Promise<Caller | Person | undefined>;

type Payload<O> = O extends { reply: z.ZodType } ? PayloadOf<O> : FastifyReply;
type Answer<O> = O extends { idempotent: true }
  ? Answered<Payload<O> & object>
  : O extends { tagged: true }
    ? Tagged<Payload<O>>
    : Payload<O>;

/** Server-side additions to an operation. */
export type More = {
  /**
   * Checks beyond the schema. Also run if the schema fails, so that one response lists all errors.
   */
  faults?: FindFaults;
};

/** Registers an operation with its schemas, access and handler. */
export type Router = <O extends Operation>(
  definition: O,
  handle: (call: Call<O>) => Promise<Answer<O>>,
  more?: More,
) => void;

/** Its body may be a picture or a file with rows. */
function takesLargeBodies(operation: Operation): boolean {
  return bodyLimitOf(operation) > bodyLimits.many;
}

export function createRouter(
  app: App,
  authenticate: Authenticate,
  limits: RequestLimits,
  largeBodies: LargeBodies,
): Router {
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
        if (takesLargeBodies(operation)) await largeBodies.admit(request, reply);
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

/** Adds the envelope and status. */
function dress(operation: Operation, payload: unknown, reply: FastifyReply): unknown {
  // The framework would send bare strings as text.
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

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: OperationId;
    /** Allows other sites to read the response. */
    anyOrigin?: true;
  }
}
