import { AggregatorRegistry, Counter, Gauge, type Registry } from 'prom-client';
import type { MetricSample } from './figures.ts';

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

/** Metrics of one process, as sent to another. */
export type MetricsSnapshot = readonly {
  name: string;
  help: string;
  type: string;
  aggregator: string;
  values: readonly {
    value: number;
    labels: Readonly<Record<string, string | number>>;
    metricName?: string;
  }[];
}[];
type ProcessMetrics = { labels: Readonly<Record<string, string>>; exposed: MetricsSnapshot };

/** Aggregator of gauges that are equal in every process. Other gauges belong to one process. */
export const sameInAll = 'first';

/** Counters of a process that no longer responds. */
export function selectCounters(exposed: MetricsSnapshot): MetricsSnapshot {
  return exposed.filter(({ type }) => type !== 'gauge');
}

/** The sum of two processes. */
export function sumMetrics(one: MetricsSnapshot, other: MetricsSnapshot): MetricsSnapshot {
  // The library's types omit the values of aggregated metrics.
  return AggregatorRegistry.aggregate([[...one], [...other]]).getMetricsAsArray() as never;
}

/** Combines processes: counters are summed, gauges get a label per process. */
export function mergeMetrics(parts: readonly ProcessMetrics[]): Registry {
  return AggregatorRegistry.aggregate(
    parts.map(({ labels, exposed }) =>
      exposed.map((metric) =>
        metric.type === 'gauge' && metric.aggregator !== sameInAll
          ? { ...metric, aggregator: sameInAll, values: addLabels(metric.values, labels) }
          : metric,
      ),
    ),
  );
}

function addLabels(values: MetricsSnapshot[number]['values'], labels: ProcessMetrics['labels']) {
  return values.map((value) => ({ ...value, labels: { ...labels, ...value.labels } }));
}
