import { Counter, Gauge, type Registry } from 'prom-client';
import type { Sample } from '../figures.ts';
import { sameInAll } from './exposed.ts';

/** One name with its help; what it says is read at each scrape. */
export type Family = {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  labels?: readonly string[];
  /** A gauge of which every process of one command says the same. */
  isSameInAll?: boolean;
  read: () => readonly Sample[] | number | Promise<readonly Sample[] | number | undefined>;
};

/** A reader that fails, or knows nothing, leaves its name without values: no scrape fails of it. */
export function register(registry: Registry, family: Family): void {
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
    // Without labels it would say 0, which nobody has found.
    if (found === undefined && labels.length === 0) metric.remove();
    for (const { labels, value } of samplesOf(found)) metric.inc({ ...labels }, value);
  };
}

function samplesOf(found: readonly Sample[] | number | undefined): readonly Sample[] {
  if (found === undefined) return [];
  return typeof found === 'number' ? [{ labels: {}, value: found }] : found;
}
