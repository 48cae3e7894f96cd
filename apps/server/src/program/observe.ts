import type { Config } from '../config/index.ts';
import type { ExposeMetrics, Metrics } from '../platform/metrics/index.ts';

type Stop = () => Promise<void>;

/** Loads the SDK only if tracing is on. */
export async function openTracing({ tracing, role }: Config, stops: Stop[]): Promise<void> {
  if (!tracing) return;
  const { startTracing } = await import('../platform/tracing/start.ts');
  stops.push(startTracing({ ...tracing, role }));
}

export async function openMetrics(
  { host, metricsPort: port }: Config,
  stops: Stop[],
  expose: ExposeMetrics | undefined,
): Promise<Metrics | undefined> {
  if (port === undefined) return undefined;
  const { serveMetrics, startMetrics } = await import('../platform/metrics/index.ts');
  const metrics = await startMetrics(expose ?? (({ text }) => serveMetrics(host, port, text)));
  stops.push(metrics.stop);
  return metrics;
}
