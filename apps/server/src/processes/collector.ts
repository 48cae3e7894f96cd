import { setTimeout as sleep } from 'node:timers/promises';
import {
  type MetricsSnapshot,
  mergeMetrics,
  openRegistry,
  readMetrics,
  sameInAll,
  selectCounters,
  sumMetrics,
} from '../platform/metrics/index.ts';
import type { ProcessRole } from './rules.ts';

/** Requests metrics from a child. The response arrives through `receive`. */
type Ask = (readsDatabase: boolean) => void;
type CollectedProcess = {
  labels: { process: string; role: ProcessRole };
  ask: Ask;
  /** Last response, and whether it is current. */
  last: MetricsSnapshot;
  isFresh: boolean;
  /** Called when the child responds or exits. Set while a request is pending. */
  settle?: (() => void) | undefined;
};

export type MetricsCollector<Id> = {
  add: (id: Id, place: number, role: ProcessRole, ask: Ask) => void;
  /** Undefined if the child couldn't collect its metrics. */
  receive: (id: Id, exposed: MetricsSnapshot | undefined) => void;
  remove: (id: Id) => void;
  text: () => Promise<string>;
};

/** Longer than a database timeout, shorter than scrape timeouts. */
const defaultPatienceMs = 3_000;

/**
 * Combines the metrics of all child processes. A child that is late or has exited contributes its
 * last counters but no gauges, so counters never decrease.
 */
export function createMetricsCollector<Id>(
  places: number,
  patienceMs = defaultPatienceMs,
): MetricsCollector<Id> {
  const registry = openRegistry();
  const known = new Map<Id, CollectedProcess>();
  let ended: MetricsSnapshot = [];
  let running: Promise<string> | undefined;

  const askAll = async (): Promise<void> => {
    for (const each of known.values()) each.isFresh = false;
    // Don't ask a child that still owes a response.
    const idle = [...known.values()].filter(({ settle }) => !settle);
    const answers = idle.map((each, n) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      each.settle = resolve;
      // Prefer a worker: no client waits for it.
      each.ask(n === idle.length - 1);
      return promise;
    });
    const cut = new AbortController();
    const late = sleep(patienceMs, undefined, { signal: cut.signal }).catch(() => {});
    await Promise.race([Promise.all(answers), late]);
    cut.abort();
  };
  const collect = async (): Promise<string> => {
    await askAll();
    const own = await readMetrics(registry);
    // No await until the sum: a child that exits meanwhile would count twice or not at all.
    const children = [...known.values()];
    return mergeMetrics([
      { labels: { process: '0', role: 'first' }, exposed: own },
      { labels: {}, exposed: [...ended, buildProcessStates(children, places)] },
      ...children.map(({ labels, last, isFresh }) => ({
        labels,
        exposed: isFresh ? last : selectCounters(last),
      })),
    ]).metrics();
  };
  return {
    add: (id, place, role, ask) => {
      const labels = { process: String(place + 1), role };
      known.set(id, { labels, ask, last: [], isFresh: false });
    },
    receive: (id, exposed) => {
      const child = known.get(id);
      if (!child) return;
      if (exposed) Object.assign(child, { last: exposed, isFresh: true });
      child.settle?.();
      child.settle = undefined;
    },
    remove: (id) => {
      const child = known.get(id);
      if (!child) return;
      known.delete(id);
      ended = sumMetrics(ended, selectCounters(child.last));
      child.settle?.();
    },
    text: () => {
      // Concurrent scrapes share the result.
      running ??= collect().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

function buildProcessStates(
  otherProcesses: readonly CollectedProcess[],
  places: number,
): MetricsSnapshot[number] {
  const answering = otherProcesses.filter(({ isFresh }) => isFresh).length;
  const states = {
    answering,
    silent: otherProcesses.length - answering,
    starting: places - otherProcesses.length,
  };
  return {
    name: 'insignia_processes',
    help: 'Child processes by state: responding, not responding, or ended and due to restart.',
    type: 'gauge',
    aggregator: sameInAll,
    values: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
  };
}
