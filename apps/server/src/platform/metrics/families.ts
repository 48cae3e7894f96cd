import { Counter, Gauge, type Registry } from 'prom-client';
import type { MetricSample } from './figures.ts';
import { sameInAll } from './metrics-snapshot.ts';

/** A metric whose values are read at each scrape. */
export type MetricFamily = {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  labels?: readonly string[];
  /** True if every process of a command reports the same value. */
  isSameInAll?: boolean;
  read: () =>
    | readonly MetricSample[]
    | number
    | Promise<readonly MetricSample[] | number | undefined>;
};

/** A reader that fails leaves the metric without values. The scrape succeeds. */
export function registerFamily(registry: Registry, family: MetricFamily): void {
  const { name, help, type, labels = [], isSameInAll, read } = family;
  const aggregator: 'first' | 'sum' = isSameInAll ? sameInAll : 'sum';
  const options = { name, help, aggregator, labelNames: [...labels], registers: [registry] };
  const metric =
    type === 'counter'
      ? new Counter({ ...options, collect: () => collect() })
      : new Gauge({ ...options, collect: () => collect() });
  const collect = async (): Promise<void> => {
    const found = await Promise.resolve()
      .then(read)
      .catch(() => undefined);
    metric.reset();
    // Without labels, the library would report 0.
    if (found === undefined && labels.length === 0) metric.remove();
    for (const { labels, value } of toSamples(found)) metric.inc({ ...labels }, value);
  };
}

function toSamples(found: readonly MetricSample[] | number | undefined): readonly MetricSample[] {
  if (found === undefined) return [];
  return typeof found === 'number' ? [{ labels: {}, value: found }] : found;
}
