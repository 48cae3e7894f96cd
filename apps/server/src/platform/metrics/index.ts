import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { App } from '../http/index.ts';

export type Metrics = {
  observe: (app: App) => void;
  /** Registers a counter; what comes back counts one, by the value of its label. */
  counter: (of: { name: string; help: string; label: string }) => (value: string) => void;
  /** Registers what is read whenever metrics are asked for. */
  gauge: (of: { name: string; help: string; read: () => Promise<number> }) => void;
  stop: () => Promise<void>;
};

/** Prometheus metrics on a port of their own, which is nobody's business outside the operator's network. */
export async function startMetrics(host: string, port: number): Promise<Metrics> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const seconds = new Histogram({
    name: 'insignia_http_request_seconds',
    help: 'Requests that reached the framework, by route; public documents served before it are not counted.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [register],
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
    counter: ({ name, help, label }) => {
      const counter = new Counter({ name, help, labelNames: [label], registers: [register] });
      return (value) => counter.inc({ [label]: value });
    },
    gauge: ({ name, help, read }) => {
      new Gauge({
        name,
        help,
        registers: [register],
        async collect() {
          this.set(await read().catch(() => Number.NaN));
        },
      });
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
