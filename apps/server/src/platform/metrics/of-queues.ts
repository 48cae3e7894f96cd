import type { FairQueueFigures } from '../fair-queue.ts';
import type { Metrics } from './start.ts';

/** Measures queues that divide a resource of the process between accounts and addresses. */
export function measureQueues(
  { family }: Metrics,
  queues: Readonly<Record<string, FairQueueFigures>>,
): void {
  const measured = [
    ['gauge', 'running', 'Work that has a share of the resource now.', 'running'],
    ['gauge', 'waiting', 'Work that waits for a share.', 'waiting'],
    [
      'counter',
      'refused_total',
      'Work that was answered 503, since it could not start within 5 seconds or too much was waiting.',
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
