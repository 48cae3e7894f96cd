import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log/index.ts';

type RequestFields = {
  method: string;
  route: string;
  status: number;
  ms: number;
  requestId: string;
};

/** Fields of a request's log line. */
export function requestFields(fields: RequestFields): RequestFields {
  return { ...fields, ms: Math.round(fields.ms * 10) / 10 };
}

/**
 * Logs one line per write or failure, reads at debug. Logs the route's pattern, because real
 * addresses contain codes and tokens.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = requestFields({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      requestId: request.id,
    });
    const isQuiet =
      reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD');
    if (isQuiet) log.debug(fields, 'request');
    else log.info(fields, 'request');
  });
}
