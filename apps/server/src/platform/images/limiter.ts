import { currentClient } from '../call-context.ts';
import { createFairQueue, type FairQueueFigures } from '../fair-queue.ts';

/**
 * Each piece of work that waits keeps a picture in memory, so few wait: of one account fewer than of all, so that it can't fill
 * the queue.
 */
const queue = createFairQueue({
  slots: 2,
  slotsPerClient: 1,
  maxWaiting: 12,
  maxWaitingPerClient: 8,
});

export const pictureFigures: FairQueueFigures = queue.figures;

/**
 * Work on pixels, which takes a second at most: two at a time in the process, one of an account, which leaves threads and
 * processors to everything else. The work must not wait for anything but its own picture.
 */
export function runImageWork<T>(work: () => Promise<T>): Promise<T> {
  return queue.run(currentClient(), work);
}
