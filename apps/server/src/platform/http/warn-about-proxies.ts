import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Logged once: behind an untrusted proxy, all clients share one client's limits. */
export function warnAboutProxies(app: FastifyInstance, log: Logger): void {
  let isSaid = false;
  app.addHook('onRequest', async ({ headers, socket }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    log.warn(
      `a request had X-Forwarded-For, but TRUST_PROXY isn't set, so all clients count as one. If ${socket.remoteAddress} is your proxy, set TRUST_PROXY=${socket.remoteAddress}`,
    );
  });
}
