import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { openSecrets } from '../platform/secrets/index.ts';
import { openDatabase } from '../program/open-database.ts';
import type { Program } from '../program/program.ts';
import { startChildren } from './children.ts';
import type { MetricsCollector } from './collector.ts';
import { listRoles, planConnections } from './rules.ts';

type StartedProgram = Pick<Program, 'address' | 'mailPlace' | 'drain' | 'stop'>;

/**
 * The first of several processes: starts the database and the others, relays counts, exposes
 * metrics, and restarts processes. It serves no requests and runs no jobs.
 */
export async function startPrimary(
  config: Config,
  log: Logger,
  provide: () => Promise<void>,
): Promise<StartedProgram> {
  const roles = listRoles(config.role, config.processes);
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const collector = await openCollector(config, roles.length, stops);
    const providing = config.role === 'worker' ? undefined : provide().catch(() => {});
    const database = await openShared(config, log, roles.length, stops);
    // Generate a missing secret before other processes look for it, but not for a half-restored
    // database.
    await openSecrets(config);
    await providing;
    if (config.role !== 'worker') await assertPortFree(config);
    const children = startChildren(roles, database, config, log, collector);
    stops.push(children.stop);
    const mailPlace = await children.ready;
    const address = config.role === 'worker' ? undefined : config.baseUrl;
    return { address, mailPlace, drain: children.drain, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

/** With SO_REUSEPORT, processes don't notice that another program uses the address. */
async function assertPortFree({ host, port }: Config): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Migrates the database and releases old claims before other processes use it. */
async function openShared(
  config: Config,
  log: Logger,
  processes: number,
  stops: (() => Promise<void>)[],
): Promise<string> {
  const { pool, max } = planConnections(processes);
  const maxConnections = Math.max(max, Number(config.postgres.max_connections ?? 0));
  const postgres = { ...config.postgres, max_connections: String(maxConnections) };
  const { url } = await openDatabase({ ...config, postgres }, log, stops);
  if (config.databaseUrl) return url;
  const own = new URL(url);
  own.searchParams.set('pool', String(pool));
  return own.href;
}

/** Listens before any process starts, so that a taken port is reported first. */
async function openCollector(
  { host, metricsPort }: Config,
  places: number,
  stops: (() => Promise<void>)[],
): Promise<MetricsCollector<Worker> | undefined> {
  if (metricsPort === undefined) return undefined;
  const [{ createMetricsCollector: createCollector }, { serveMetrics }] = await Promise.all([
    import('./collector.ts'),
    import('../platform/metrics/index.ts'),
  ]);
  const collector = createCollector<Worker>(places);
  stops.push(await serveMetrics(host, metricsPort, collector.text));
  return collector;
}
