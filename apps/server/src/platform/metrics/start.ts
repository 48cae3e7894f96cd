import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/index.ts';
import type { Figures } from '../figures.ts';
import type { Exposed } from './exposed.ts';
import { type Family, register } from './families.ts';
import { type DatabaseReader, familiesOfDatabase } from './of-database.ts';

/** A counter that a process keeps among its figures; `zeros` are told before they are counted, so that a rate sees the first. */
type Counted = {
  name: string;
  help: string;
  labels?: readonly string[];
  zeros?: readonly Readonly<Record<string, string>>[];
};

export type Metrics = {
  /** Registers what is read at each scrape. */
  family: (family: Family) => void;
  /** Registers what is counted, or noted, in these figures. */
  figures: (of: Figures, type: Family['type'], ...counted: Counted[]) => void;
  /** Registers what is read of the database, by all readers together. */
  ofDatabase: (db: Database, clock: Clock, readers: readonly DatabaseReader[]) => void;
  /** Registers a distribution of seconds; what comes back takes one, by its labels. */
  seconds: (of: { name: string; help: string; labels: readonly string[] }) => Observe;
  stop: () => Promise<void>;
};
type Observe = (labels: Readonly<Record<string, string>>, seconds: number) => void;

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
// Gauges that are named as counters are; their like without that end are among the rest.
const misnamed = ['resources', 'handles', 'requests'].map((of) => `nodejs_active_${of}_total`);

/** What is known of a process, for whoever exposes it. */
export type Source = {
  text: () => Promise<string>;
  /** For a sum of several processes, one of which alone reads what the database says to all. */
  exposed: (readsDatabase: boolean) => Promise<Exposed>;
};
export type Expose = (source: Source) => Promise<() => Promise<void>>;

/** What Node itself tells of this process. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

export async function exposedBy(registry: Registry): Promise<Exposed> {
  // The library declares numbers where it has words.
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
