import type { FastifyInstance } from 'fastify';
import type { Logger } from '../log/index.ts';

/**
 * One line for each request that wrote or failed; reads at debug. The route's pattern stands for the address, because
 * real ones carry codes and tokens.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
    };
    const isQuiet =
      reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD');
    if (isQuiet) log.debug(fields, 'request');
    else log.info(fields, 'request');
  });
}
