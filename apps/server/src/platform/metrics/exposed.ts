import { AggregatorRegistry, type Registry } from 'prom-client';

/** Metrics of one process, as sent to another. */
export type Exposed = readonly {
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
export type Part = { labels: Readonly<Record<string, string>>; exposed: Exposed };

/** Aggregator of gauges that are equal in every process. Other gauges belong to one process. */
export const sameInAll = 'first';

/** Counters of a process that no longer responds. */
export function countedIn(exposed: Exposed): Exposed {
  return exposed.filter(({ type }) => type !== 'gauge');
}

/** The sum of two processes. */
export function addUp(one: Exposed, other: Exposed): Exposed {
  // The library's types omit the values of aggregated metrics.
  return AggregatorRegistry.aggregate([[...one], [...other]]).getMetricsAsArray() as never;
}

/** Combines processes: counters are summed, gauges get a label per process. */
export function together(parts: readonly Part[]): Registry {
  return AggregatorRegistry.aggregate(
    parts.map(({ labels, exposed }) =>
      exposed.map((metric) =>
        metric.type === 'gauge' && metric.aggregator !== sameInAll
          ? { ...metric, aggregator: sameInAll, values: labelled(metric.values, labels) }
          : metric,
      ),
    ),
  );
}

function labelled(values: Exposed[number]['values'], labels: Part['labels']) {
  return values.map((value) => ({ ...value, labels: { ...labels, ...value.labels } }));
}
