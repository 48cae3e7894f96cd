import type { Operation } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findUnknownFields, readKnownFields, reportIgnoredFields } from './ignored-fields.ts';

/** Reports ignored members, also in errors. A bare body may be inside `parameters`. */
export function createIgnoredFieldsHook(operation: Operation) {
  const query = readKnownFields(operation.query ?? z.object({}));
  const fields = readKnownFields(operation.body);
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
