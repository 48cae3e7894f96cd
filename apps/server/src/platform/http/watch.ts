import { errors } from '@insignia/contract';
import type { Metrics } from '../metrics/index.ts';
import type { App } from './app.ts';
import type { ResponseCache } from './response-cache.ts';
import { refusalsTotal } from './send-problem.ts';
import type { ServedCounts } from './serve-cached.ts';

export function measureApp(metrics: Metrics, app: App): void {
  const observe = metrics.seconds({
    name: 'insignia_http_request_seconds',
    help: 'Requests that reached the framework, by route; documents that were answered before it are insignia_public_documents_total.',
    labels: ['method', 'route', 'status'],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'none';
    observe({ method, route, status: String(statusCode) }, elapsedTime / 1_000);
  });
  metrics.figures(app.refused, 'counter', {
    name: refusalsTotal,
    help: 'Requests that were refused or failed, by the code of the answer.',
    labels: ['code'],
    zeros: Object.keys(errors).map((code) => ({ code })),
  });
}

export function measureCache({ family }: Metrics, cache: ResponseCache): void {
  const { asked } = cache;
  family({
    name: 'insignia_response_cache_requests_total',
    help: 'How those who asked for a public answer got it: from the cache, made anew, together with others, or stale while the database was away or slow.',
    type: 'counter',
    labels: ['outcome'],
    read: () =>
      Object.entries({
        hit: asked.hits,
        miss: asked.misses,
        joined: asked.joined,
        stale: asked.stale,
      }).map(([outcome, value]) => ({ labels: { outcome }, value })),
  });
  family({
    name: 'insignia_response_cache_entries',
    help: 'Public answers that are kept ready.',
    type: 'gauge',
    read: () => cache.size,
  });
  family({
    name: 'insignia_response_cache_bytes',
    help: 'What they take, as the cache counts it.',
    type: 'gauge',
    read: () => cache.bytes,
  });
}

/** Counts responses that were written before the framework, which the framework's metrics miss. */
export function measureCachedReads({ family }: Metrics, served: readonly ServedCounts[]): void {
  family({
    name: 'insignia_public_documents_total',
    help: 'Documents and pages that were answered before the framework, by kind and HTTP status.',
    type: 'counter',
    labels: ['document', 'status'],
    read: () =>
      served.flatMap(({ document, ok, notModified, gone }) =>
        Object.entries({ 200: ok, 304: notModified, 410: gone }).map(([status, value]) => ({
          labels: { document, status },
          value,
        })),
      ),
  });
}
