import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../http/index.ts';

export type Metrics = {
  observe: (app: App) => void;
  countAttempt: (outcome: 'delivered' | 'failed') => void;
  stop: () => Promise<void>;
};

/** Prometheus metrics on a port of their own, which is nobody's business outside the operator's network. */
export async function startMetrics(
  host: string,
  port: number,
  oldestDueSeconds: () => Promise<number>,
): Promise<Metrics> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'insignia_http_request_seconds',
    help: 'Requests that reached the framework, by route; public documents served before it are not counted.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  const attempts = new Counter({
    name: 'insignia_webhook_attempts_total',
    help: 'Attempts to deliver events to webhooks, by outcome.',
    labelNames: ['outcome'],
    registers: [register],
  });
  new Gauge({
    name: 'insignia_webhook_oldest_due_seconds',
    help: 'How long the oldest delivery is due that nothing holds back; of the whole database.',
    registers: [register],
    async collect() {
      this.set(await oldestDueSeconds().catch(() => Number.NaN));
    },
  });
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': register.contentType });
    return response.end(await register.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        seconds.observe(
          { method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1_000,
        );
      });
    },
    countAttempt: (outcome) => attempts.inc({ outcome }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
