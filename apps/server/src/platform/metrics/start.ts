import { createServer } from 'node:http';
import { collectDefaultMetrics, Histogram, prometheusContentType, Registry } from 'prom-client';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/index.ts';
import { createDatabaseFamilies, type DatabaseReader } from './database-metrics.ts';
import { type MetricFamily, type MetricsSnapshot, registerFamily } from './families.ts';
import type { Figures } from './figures.ts';

/**
 * A counter in the figures. `zeros` are reported in advance, so that a rate sees the first
 * increment.
 */
type CounterDefinition = {
  name: string;
  help: string;
  labels?: readonly string[];
  zeros?: readonly Readonly<Record<string, string>>[];
};

export type Metrics = {
  /** Registers a metric read at each scrape. */
  family: (family: MetricFamily) => void;
  /** Registers counters and gauges of the figures. */
  figures: (source: Figures, type: MetricFamily['type'], ...counted: CounterDefinition[]) => void;
  /** Registers gauges read from the database. */
  ofDatabase: (db: Database, clock: Clock, readers: readonly DatabaseReader[]) => void;
  /** Registers a histogram in seconds. */
  seconds: (of: { name: string; help: string; labels: readonly string[] }) => ObserveSeconds;
  stop: () => Promise<void>;
};
type ObserveSeconds = (labels: Readonly<Record<string, string>>, seconds: number) => void;

const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
// Gauges that end like counters. Equivalent ones without the suffix exist.
const misnamedMetrics = ['resources', 'handles', 'requests'].map(
  (of) => `nodejs_active_${of}_total`,
);

/** Metrics of a process, for exposition. */
export type MetricsSource = {
  text: () => Promise<string>;
  /** For aggregation: only one process reads the database. */
  exposed: (readsDatabase: boolean) => Promise<MetricsSnapshot>;
};
export type ExposeMetrics = (source: MetricsSource) => Promise<() => Promise<void>>;

/** Node's default metrics. */
export function openRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamedMetrics) registry.removeSingleMetric(name);
  return registry;
}

export async function readMetrics(registry: Registry): Promise<MetricsSnapshot> {
  // The library declares numbers where it returns strings.
  return (await registry.getMetricsAsJSON()) as never;
}

/** Starts the Prometheus metrics of this process. */
export async function startMetrics(expose: ExposeMetrics): Promise<Metrics> {
  const registry = openRegistry();
  let readsDatabase = true;
  const stop = await expose({
    text: () => registry.metrics(),
    exposed: (reads) => {
      readsDatabase = reads;
      return readMetrics(registry);
    },
  });
  return {
    family: (family) => registerFamily(registry, family),
    figures: (source, type, ...counted) => {
      for (const { zeros = [], ...family } of counted) {
        for (const labels of zeros) source.add(family.name, labels, 0);
        if (!family.labels) source.add(family.name, {}, 0);
        registerFamily(registry, { ...family, type, read: () => source.listSamples(family.name) });
      }
    },
    ofDatabase: (db, clock, readers) => {
      for (const family of createDatabaseFamilies(db, clock, readers, () => readsDatabase))
        registerFamily(registry, family);
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

/** Serves `/metrics` on its own port, for the operator's network only. */
export async function serveMetrics(
  host: string,
  port: number,
  readText: () => Promise<string>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    readText().then(
      (text) => response.writeHead(200, { 'content-type': prometheusContentType }).end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
