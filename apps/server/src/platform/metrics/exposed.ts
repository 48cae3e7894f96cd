import { AggregatorRegistry, type Registry } from 'prom-client';

/** What one process tells of itself, as it goes from process to process. */
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

/** Of a gauge with this aggregator every process says the same; any other one is of one process alone. */
export const sameInAll = 'first';

/** What is counted since a process began: of one that no longer answers it still holds. */
export function countedIn(exposed: Exposed): Exposed {
  return exposed.filter(({ type }) => type !== 'gauge');
}

/** Counted by two processes: the sum. */
export function addUp(one: Exposed, other: Exposed): Exposed {
  // What is aggregated carries its values, which the declarations of the library leave out.
  return AggregatorRegistry.aggregate([[...one], [...other]]).getMetricsAsArray() as never;
}

/** One exposition of several processes: what they count is summed, and gauges of a process tell by `labels` whose they are. */
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
