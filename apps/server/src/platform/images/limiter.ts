import { currentClient } from '../call-context.ts';
import { createFairQueue, type FairQueueFigures } from '../fair-queue.ts';

/**
 * Each waiting piece of work keeps a picture in memory, so few may wait. One account may have fewer
 * waiting than the queue takes, so that it can't fill the queue.
 */
const queue = createFairQueue({
  slots: 2,
  slotsPerClient: 1,
  maxWaiting: 12,
  maxWaitingPerClient: 8,
});

export const pictureFigures: FairQueueFigures = queue.figures;

/**
 * Runs work on pixels, which takes a second at most: two at a time in the process and one per
 * client, which leaves threads and processors to everything else. The work must not wait for
 * anything but its own picture.
 */
export function runImageWork<T>(work: () => Promise<T>): Promise<T> {
  return queue.run(currentClient(), work);
}
