import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/index.ts';
import type { Figures } from '../figures.ts';
import type { Exposed } from './exposed.ts';
import { type Family, register } from './families.ts';
import { type DatabaseReader, familiesOfDatabase } from './of-database.ts';

/**
 * A counter in the figures. `zeros` are reported in advance, so that a rate sees the first
 * increment.
 */
type Counted = {
  name: string;
  help: string;
  labels?: readonly string[];
  zeros?: readonly Readonly<Record<string, string>>[];
};

export type Metrics = {
  /** Registers a metric read at each scrape. */
  family: (family: Family) => void;
  /** Registers counters and gauges of the figures. */
  figures: (of: Figures, type: Family['type'], ...counted: Counted[]) => void;
  /** Registers gauges read from the database. */
  ofDatabase: (db: Database, clock: Clock, readers: readonly DatabaseReader[]) => void;
  /** Registers a histogram in seconds. */
  seconds: (of: { name: string; help: string; labels: readonly string[] }) => Observe;
  stop: () => Promise<void>;
};
type Observe = (labels: Readonly<Record<string, string>>, seconds: number) => void;

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
// Gauges that end like counters. Equivalent ones without the suffix exist.
const misnamed = ['resources', 'handles', 'requests'].map((of) => `nodejs_active_${of}_total`);

/** Metrics of a process, for exposition. */
export type Source = {
  text: () => Promise<string>;
  /** For aggregation: only one process reads the database. */
  exposed: (readsDatabase: boolean) => Promise<Exposed>;
};
export type Expose = (source: Source) => Promise<() => Promise<void>>;

/** Node's default metrics. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

export async function exposedBy(registry: Registry): Promise<Exposed> {
  // The library declares numbers where it returns strings.
  return (await registry.getMetricsAsJSON()) as never;
}

/** Prometheus metrics of this process. */
export async function startMetrics(expose: Expose): Promise<Metrics> {
  const registry = openRegistry();
  let readsDatabase = true;
  const stop = await expose({
    text: () => registry.metrics(),
    exposed: (reads) => {
      readsDatabase = reads;
      return exposedBy(registry);
    },
  });
  return {
    family: (family) => register(registry, family),
    figures: (of, type, ...counted) => {
      for (const { zeros = [], ...family } of counted) {
        for (const labels of zeros) of.add(family.name, labels, 0);
        if (!family.labels) of.add(family.name, {}, 0);
        register(registry, { ...family, type, read: () => of.of(family.name) });
      }
    },
    ofDatabase: (db, clock, readers) => {
      for (const family of familiesOfDatabase(db, clock, readers, () => readsDatabase))
        register(registry, family);
    },
    seconds: ({ name, help, labels }) => {
      const seconds = new Histogram({
        ...{ name, help, labelNames: [...labels], buckets, registers: [registry] },
      });
      return (of, observed) => seconds.observe({ ...of }, observed);
    },
    stop,
  };
}
