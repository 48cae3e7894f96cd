import { AggregatorRegistry, type Registry } from 'prom-client';

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
export type ProcessMetrics = { labels: Readonly<Record<string, string>>; exposed: MetricsSnapshot };

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
