import type { FairQueueFigures } from '../limits/fair-queue.ts';
import type { ThreadFigures } from '../threads/thread.ts';
import type { Metrics } from './start.ts';

/** Worker threads by task. Each runs one job at a time. */
export function measureThreads(
  { family }: Metrics,
  threads: Readonly<Record<string, ThreadFigures>>,
): void {
  const plain = (
    type: 'counter' | 'gauge',
    name: string,
    help: string,
    read: (figures: ThreadFigures) => number,
  ) =>
    family({
      ...{ name: `insignia_thread_${name}`, help, type, labels: ['thread'] },
      read: () =>
        Object.entries(threads).map(([thread, of]) => ({ labels: { thread }, value: read(of) })),
    });
  plain('gauge', 'waiting', 'Jobs waiting for a thread.', ({ waiting }) => waiting);
  plain('gauge', 'busy', 'Whether the thread is working: 1 or 0.', ({ isBusy }) =>
    isBusy ? 1 : 0,
  );
  plain(
    'counter',
    'seconds_total',
    'Job duration, including the wait for the thread.',
    (of) => of.ms / 1e3,
  );
  family({
    name: 'insignia_thread_jobs_total',
    help: 'Jobs by result. Refused: too many were waiting.',
    type: 'counter',
    labels: ['thread', 'outcome'],
    read: () =>
      Object.entries(threads).flatMap(([thread, { done, failed, refused }]) =>
        Object.entries({ done, failed, refused }).map(([outcome, value]) => ({
          labels: { thread, outcome },
          value,
        })),
      ),
  });
}

/** Measures queues that divide a resource of the process between accounts and addresses. */
export function measureQueues(
  { family }: Metrics,
  queues: Readonly<Record<string, FairQueueFigures>>,
): void {
  const measured = [
    ['gauge', 'running', 'Tasks running now.', 'running'],
    ['gauge', 'waiting', 'Tasks waiting to start.', 'waiting'],
    [
      'counter',
      'refused_total',
      "Tasks rejected with 503, because they couldn't start within 5 seconds or too many were waiting.",
      'refused',
    ],
  ] as const;
  for (const [type, name, help, figure] of measured)
    family({
      ...{ name: `insignia_queue_${name}`, help, type, labels: ['queue'] },
      read: () =>
        Object.entries(queues).map(([queue, figures]) => ({
          labels: { queue },
          value: figures[figure],
        })),
    });
}
