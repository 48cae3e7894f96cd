import type { Operation } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { knownOf, tellIgnored, unknownIn } from './ignored-fields.ts';

/** Reports ignored members, also in errors. A bare body may be inside `parameters`. */
export function nameIgnored(operation: Operation) {
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
