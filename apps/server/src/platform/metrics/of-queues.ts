import type { FairQueueFigures } from '../fair-queue.ts';
import type { Metrics } from './start.ts';

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
