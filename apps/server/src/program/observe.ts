import type { Config } from '../config/index.ts';
import { measureCredentials } from '../features/credentials/index.ts';
import { importsReader, measureImports } from '../features/imports/index.ts';
import { measureLti } from '../features/lti/index.ts';
import { measurePeople } from '../features/people/index.ts';
import { measureScim } from '../features/scim/index.ts';
import { measureSso } from '../features/sso/index.ts';
import { measureWallets } from '../features/wallets/index.ts';
import { measureWebhooks, webhooksReader } from '../features/webhooks/index.ts';
import type { Clock } from '../kernel/clock.ts';
import { measurePurges } from '../platform/cdn/index.ts';
import type { DatabaseConnection } from '../platform/db/index.ts';
import { measureCache } from '../platform/http/measure.ts';
import { imagesReader } from '../platform/images/chores.ts';
import { jobsReader } from '../platform/jobs/measure.ts';
import { mailReader, measureMail } from '../platform/mail/index.ts';
import {
  type ExposeMetrics,
  logsReader,
  type Metrics,
  measurePool,
  measureSchema,
  schemaReader,
} from '../platform/metrics/index.ts';
import { measurePins, pinsReader } from '../platform/pins/index.ts';
import type { Caches } from './caches.ts';

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

/** Database readers, cheapest first. */
const readers = [
  schemaReader,
  mailReader,
  importsReader,
  webhooksReader,
  jobsReader,
  logsReader,
  imagesReader,
];

type Parts = Pick<DatabaseConnection, 'db' | 'pool' | 'watched' | 'queue'> & {
  config: Config;
  clock: Clock;
  cache: Caches['cache'];
};

/** Metrics of every process, whatever its role. */
export async function registerMetrics(metrics: Metrics, parts: Parts): Promise<void> {
  const { db, clock, config } = parts;
  const labels = { role: config.role, node: process.version };
  metrics.family({
    name: 'insignia_build_info',
    help: 'Always 1. Labels: role of the process and version of Node.',
    type: 'gauge',
    labels: Object.keys(labels),
    read: () => [{ labels, value: 1 }],
  });
  measurePool(metrics, parts);
  measureCache(metrics, parts.cache);
  measureCredentials(metrics, db);
  measureImports(metrics, db);
  measureMail(metrics, db);
  measurePeople(metrics, db);
  measureSso(metrics, db);
  measureLti(metrics, db);
  if (config.cdn) measurePurges(metrics, db);
  measureScim(metrics, db);
  measureWallets(metrics, db);
  measureWebhooks(metrics, db);
  await measureSchema(metrics);
  const hasPins = config.imagePins.length > 0;
  if (hasPins) measurePins(metrics, db);
  metrics.ofDatabase(db, clock, hasPins ? [...readers, pinsReader] : readers);
}
