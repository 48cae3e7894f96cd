import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentClient } from '../limits/call-context.ts';
import { createFairQueue, type FairQueueFigures } from '../limits/fair-queue.ts';

/** Bodies up to this size are read at once. Most pictures are smaller. */
const SMALL_BYTES = 256 * 1024;
/** A body of 8 MiB takes up to 40 MiB while it is parsed and decoded. */
const MAX_LARGE_BODIES = 4;
const MAX_LARGE_BODIES_PER_CLIENT = 2;
/** Nothing of a waiting body is read, so waiting costs no memory. */
const MAX_WAITING = 200;
const MAX_WAITING_PER_CLIENT = 20;

/**
 * Decides when large bodies are read. Bounds their number and memory, for all clients together and
 * for each one.
 */
export type LargeBodies = {
  /**
   * Call this once the client is known and before the body is read. The place stays taken until the
   * response is sent.
   */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  figures: FairQueueFigures;
};

export function createLargeBodies(): LargeBodies {
  const queue = createFairQueue({
    slots: MAX_LARGE_BODIES,
    slotsPerClient: MAX_LARGE_BODIES_PER_CLIENT,
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
  });
  return {
    async admit({ headers }, reply) {
      const length = headers['content-length'];
      if (length !== undefined && Number(length) <= SMALL_BYTES) return;
      const end = await queue.enter(currentClient());
      // The client may already have disconnected.
      if (reply.raw.destroyed || reply.raw.closed) end();
      else reply.raw.once('close', () => end());
    },
    figures: queue.figures,
  };
}
