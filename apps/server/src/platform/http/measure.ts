import { errors } from '@insignia/contract';
import type { Metrics } from '../metrics/index.ts';
import type { App } from './app.ts';
import type { ResponseCache } from './response-cache.ts';
import { refusalsTotal } from './send-problem.ts';
import type { ServedCounts } from './serve-cached.ts';

export function measureApp(metrics: Metrics, app: App): void {
  const observe = metrics.seconds({
    name: 'insignia_http_request_seconds',
    help: 'Requests handled by the framework, by route. Documents answered earlier are in insignia_public_documents_total.',
    labels: ['method', 'route', 'status'],
  });
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'none';
    observe({ method, route, status: String(statusCode) }, elapsedTime / 1_000);
  });
  metrics.figures(app.refused, 'counter', {
    name: refusalsTotal,
    help: 'Failed and rejected requests, by error code.',
    labels: ['code'],
    zeros: Object.keys(errors).map((code) => ({ code })),
  });
}

export function measureCache({ family }: Metrics, cache: ResponseCache): void {
  const { counts: requests } = cache;
  family({
    name: 'insignia_response_cache_requests_total',
    help: 'Requests for public responses by result: from the cache, newly built, shared with concurrent requests, or stale because the database was unavailable or slow.',
    type: 'counter',
    labels: ['outcome'],
    read: () =>
      Object.entries({
        hit: requests.hits,
        miss: requests.misses,
        joined: requests.joined,
        stale: requests.stale,
      }).map(([outcome, value]) => ({ labels: { outcome }, value })),
  });
  family({
    name: 'insignia_response_cache_entries',
    help: 'Public responses in the cache.',
    type: 'gauge',
    read: () => cache.size,
  });
  family({
    name: 'insignia_response_cache_bytes',
    help: 'Size of the cached responses, as counted by the cache.',
    type: 'gauge',
    read: () => cache.bytes,
  });
}

/** Counts responses that were written before the framework, which the framework's metrics miss. */
export function measureCachedReads({ family }: Metrics, served: readonly ServedCounts[]): void {
  family({
    name: 'insignia_public_documents_total',
    help: 'Documents and pages answered before the framework, by kind and HTTP status.',
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
