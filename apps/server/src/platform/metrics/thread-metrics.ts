import type { ThreadFigures } from '../thread.ts';
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
