import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { openSecrets } from '../platform/secrets/index.ts';
import { openDatabase } from '../program/open-database.ts';
import type { Program } from '../program/program.ts';
import { assignmentVariable, type ChildAssignment, type ProcessMessage } from './child.ts';
import type { MetricsCollector } from './collector.ts';
import { listRoles, type ProcessRole, planConnections, restartDelayMs, steadyMs } from './rules.ts';

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

/** A process stops within 10 s after DRAIN_SECONDS. Then it is killed. */
const patienceMs = 12_000;
const boot = fileURLToPath(new URL('../../boot.mjs', import.meta.url));

type Children = {
  /** Resolves when all are ready, with where emails are sent. */
  ready: Promise<string>;
  drain: (cut: AbortSignal) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts one process per role, relays counts, and restarts processes that exit. */
function startChildren(
  roles: ProcessRole[],
  database: string,
  config: Config,
  log: Logger,
  collector: MetricsCollector<Worker> | undefined,
): Children {
  cluster.setupPrimary({ exec: boot, args: [], serialization: 'advanced' });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const unready = new Set(roles.keys());
  const living = new Map<Worker, Promise<void>>();
  const waiting = new Set<NodeJS.Timeout>();
  /** Processes that take new connections. */
  const listening = new Set<Worker>();
  let isStopping = false;

  const noteClosedPort = (child: Worker): void => {
    listening.delete(child);
    if (!isStopping || listening.size > 0) return;
    for (const each of living.keys())
      if (each.isConnected())
        each.send({ portClosed: 'everywhere' } satisfies ProcessMessage, undefined, () => {});
  };

  const markReady = (child: Worker, index: number, role: ProcessRole, mailPlace: string): void => {
    collector?.add(child, index, role, (readsDatabase) => {
      child.send({ measure: { readsDatabase } } satisfies ProcessMessage, undefined, () => {});
    });
    unready.delete(index);
    if (unready.size === 0) resolve(mailPlace);
  };

  const start = (index: number, role: ProcessRole, restartsBefore: number): void => {
    const assignment: ChildAssignment = { role, database };
    const child = cluster.fork({ [assignmentVariable]: JSON.stringify(assignment) });
    const startedAt = performance.now();
    if (role === 'api') listening.add(child);
    child.on('error', ({ message }) =>
      log.warn({ reason: message }, "a process couldn't be notified"),
    );
    child.on('message', (message: ProcessMessage) => {
      if ('counted' in message) return relay(child, message);
      if ('portClosed' in message) return noteClosedPort(child);
      if ('measured' in message) return collector?.receive(child, message.measured);
      if ('ready' in message) markReady(child, index, role, message.ready.mailPlace);
    });
    const ended = new Promise<void>((done) => {
      child.once('exit', (code, signal) => {
        living.delete(child);
        collector?.remove(child);
        noteClosedPort(child);
        done();
        if (isStopping) return;
        // A failed first start is a configuration error, which the process has already printed.
        if (unready.size > 0) return reject(new Error("a child process didn't start"));
        const wasSteady = performance.now() - startedAt >= steadyMs;
        const restarts = wasSteady ? 1 : restartsBefore + 1;
        const afterMs = restartDelayMs(restarts);
        const { pid: ended } = child.process;
        const fields = { ended, of: role, code, signal, afterMs };
        log.warn(fields, 'a process ended: starting another one');
        const timer = setTimeout(() => {
          waiting.delete(timer);
          start(index, role, restarts);
        }, afterMs);
        waiting.add(timer);
      });
    });
    living.set(child, ended);
  };
  const relay = (from: Worker, message: ProcessMessage): void => {
    for (const child of living.keys())
      if (child !== from && child.isConnected()) child.send(message, undefined, () => {});
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isStopping = true;
    for (const timer of waiting) clearTimeout(timer);
    waiting.clear();
    for (const child of living.keys()) child.process.kill(signal);
    await Promise.all(living.values());
  };
  for (const [index, role] of roles.entries()) start(index, role, 0);
  return {
    ready,
    drain: async (cut) => {
      const late = AbortSignal.timeout(config.drainSeconds * 1_000 + patienceMs);
      late.addEventListener('abort', () => void end('SIGKILL'));
      cut.addEventListener('abort', () => void end('SIGINT'));
      await end(cut.aborted ? 'SIGINT' : 'SIGTERM');
    },
    stop: () => end('SIGINT'),
  };
}
