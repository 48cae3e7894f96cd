import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { assignmentVariable, type ChildAssignment, type ProcessMessage } from './child.ts';
import type { MetricsCollector } from './collector.ts';
import { type ProcessRole, restartDelayMs, steadyMs } from './rules.ts';

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
export function startChildren(
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
    collector?.joined(child, index, role, (readsDatabase) => {
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
        collector?.left(child);
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
