import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.ts';
import { openDatabase } from '../open-database.ts';
import type { Logger } from '../platform/log/index.ts';
import { openSecrets } from '../platform/secrets/index.ts';
import type { Program } from '../program.ts';
import { type Message, type Orders, ordersName } from './child.ts';
import type { Collector } from './collector.ts';
import { backoffMs, connectionsOf, type Role, rolesOf, steadyMs } from './rules.ts';

/** After DRAIN_SECONDS a process stops within 10 s by itself; one that does not is ended. */
const patienceMs = 12_000;
const boot = fileURLToPath(new URL('../../boot.mjs', import.meta.url));

type Started = Pick<Program, 'address' | 'mailPlace' | 'drain' | 'stop'>;

/**
 * The first of several processes on this machine: it starts the database and the others, passes on what
 * they count, tells what they measure, and starts again what ends. It answers no request and does no work itself.
 */
export async function startPrimary(
  config: Config,
  log: Logger,
  provide: () => Promise<void>,
): Promise<Started> {
  const roles = rolesOf(config.role, config.processes);
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    // One that has to be made is there before anybody else looks for it.
    await openSecrets(config);
    const collector = await openCollector(config, roles.length, stops);
    const providing = config.role === 'worker' ? undefined : provide().catch(() => {});
    const database = await openShared(config, log, roles.length, stops);
    await providing;
    if (config.role !== 'worker') await refuseTaken(config);
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

/** Processes that share an address do not notice that somebody else has it too. */
async function refuseTaken({ host, port }: Config): Promise<void> {
  const server = createServer().listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Migrated, and what a former run had claimed released, before any of the processes looks at it; answers where it is. */
async function openShared(
  config: Config,
  log: Logger,
  processes: number,
  stops: (() => Promise<void>)[],
): Promise<string> {
  const { pool, most } = connectionsOf(processes);
  const wanted = Math.max(most, Number(config.postgres.max_connections ?? 0));
  const postgres = { ...config.postgres, max_connections: String(wanted) };
  const { url } = await openDatabase({ ...config, postgres }, log, stops);
  if (config.databaseUrl) return url;
  const own = new URL(url);
  own.searchParams.set('pool', String(pool));
  return own.href;
}

type Children = {
  /** When all are, where mails go. */
  ready: Promise<string>;
  drain: (cut: AbortSignal) => Promise<void>;
  stop: () => Promise<void>;
};

/** Answers before there is anything to tell: a port that is taken is told before any process begins. */
async function openCollector(
  { host, metricsPort }: Config,
  places: number,
  stops: (() => Promise<void>)[],
): Promise<Collector<Worker> | undefined> {
  if (metricsPort === undefined) return undefined;
  const [{ createCollector }, { serveMetrics }] = await Promise.all([
    import('./collector.ts'),
    import('../platform/metrics/index.ts'),
  ]);
  const collector = createCollector<Worker>(places);
  stops.push(await serveMetrics(host, metricsPort, collector.text));
  return collector;
}

function startChildren(
  roles: Role[],
  database: string,
  config: Config,
  log: Logger,
  collector: Collector<Worker> | undefined,
): Children {
  cluster.setupPrimary({ exec: boot, args: [], serialization: 'advanced' });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const unready = new Set(roles.keys());
  const living = new Map<Worker, Promise<void>>();
  const waiting = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const start = (place: number, role: Role, endedBefore: number): void => {
    const orders: Orders = { role, database };
    const child = cluster.fork({ [ordersName]: JSON.stringify(orders) });
    const startedAt = performance.now();
    child.on('error', ({ message }) => log.warn({ reason: message }, 'a process cannot be told'));
    child.on('message', (message: Message) => {
      if ('counted' in message) return passOn(child, message);
      if ('measured' in message) return collector?.heard(child, message.measured);
      if (!('ready' in message)) return;
      collector?.joined(child, place, role, (readsDatabase) => {
        child.send({ measure: { readsDatabase } } satisfies Message, undefined, () => {});
      });
      unready.delete(place);
      if (unready.size === 0) resolve(message.ready.mailPlace);
    });
    const ended = new Promise<void>((done) => {
      child.once('exit', (code, signal) => {
        living.delete(child);
        collector?.left(child);
        done();
        if (isStopping) return;
        // What was wrong with its start is wrong with the others' too, and it has said what.
        if (unready.size > 0) return reject(new Error('one of its processes did not start'));
        const wasSteady = performance.now() - startedAt >= steadyMs;
        const times = wasSteady ? 1 : endedBefore + 1;
        const afterMs = backoffMs(times);
        const { pid: ended } = child.process;
        const what = { ended, of: role, code, signal, afterMs };
        log.warn(what, 'a process ended: starting another');
        const timer = setTimeout(() => {
          waiting.delete(timer);
          start(place, role, times);
        }, afterMs);
        waiting.add(timer);
      });
    });
    living.set(child, ended);
  };
  const passOn = (from: Worker, message: Message): void => {
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
  for (const [place, role] of roles.entries()) start(place, role, 0);
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
