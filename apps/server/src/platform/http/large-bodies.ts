import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentClient } from '../limits/call-context.ts';
import { createFairQueue, type FairQueue, type FairQueueFigures } from '../limits/fair-queue.ts';
import { isPublic } from './json-body.ts';

/** Bodies up to this size are read at once. Most pictures are smaller. */
const SMALL_BYTES = 256 * 1024;
/** A body of 8 MiB takes up to 40 MiB while it is parsed and decoded. */
const MAX_LARGE_BODIES = 4;
const MAX_LARGE_BODIES_PER_CLIENT = 2;
/** Nothing of a waiting body is read, so waiting costs no memory. */
const MAX_WAITING = 200;
const MAX_WAITING_PER_CLIENT = 20;
/** A body that arrives more slowly loses its place to another client's. */
const MIN_BYTES_PER_SECOND = 32 * 1024;
/** Slow connections start slowly. */
const MIN_AGE_MS = 2_000;
const CHECK_EVERY_MS = 250;

/**
 * Decides when large bodies are read. Bounds their number and memory, for all clients together and
 * for each one. Strangers have places of their own.
 */
export type LargeBodies = {
  /**
   * Call this once the client is known and before the body is read. The place stays taken until the
   * response is sent.
   */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  figures: FairQueueFigures;
};

/** A body that has a place. */
type Admitted = { client: string; request: FastifyRequest; startedAt: number; bytesBefore: number };
type Places = { queue: FairQueue; admitted: Set<Admitted> };

export function createLargeBodies(): LargeBodies {
  const [accounts, strangers] = [createPlaces(), createPlaces()];
  return {
    async admit(request, reply) {
      const { headers, raw } = request;
      const length = headers['content-length'];
      if (length !== undefined && Number(length) <= SMALL_BYTES) return;
      const places = isPublic(request) ? strangers : accounts;
      const client = currentClient();
      const end = await takePlace(places, client);
      const { bytesRead } = raw.socket;
      const admitted = { client, request, startedAt: performance.now(), bytesBefore: bytesRead };
      places.admitted.add(admitted);
      const leave = (): void => {
        places.admitted.delete(admitted);
        end();
      };
      // The client may already have disconnected.
      if (reply.raw.destroyed || reply.raw.closed) leave();
      else reply.raw.once('close', leave);
    },
    figures: addFigures(accounts.queue.figures, strangers.queue.figures),
  };
}

const createPlaces = (): Places => ({
  queue: createFairQueue({
    slots: MAX_LARGE_BODIES,
    slotsPerClient: MAX_LARGE_BODIES_PER_CLIENT,
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
  }),
  admitted: new Set(),
});

async function takePlace({ queue, admitted }: Places, client: string): Promise<() => void> {
  const timer = setInterval(() => {
    const own = [...admitted].filter((each) => each.client === client).length;
    const waitsForOthers = own < MAX_LARGE_BODIES_PER_CLIENT;
    if (waitsForOthers && admitted.size === MAX_LARGE_BODIES) endSlowest(admitted, client);
  }, CHECK_EVERY_MS);
  try {
    return await queue.enter(client);
  } finally {
    clearInterval(timer);
  }
}

/** Ends the slowest body of the other clients with 408, if it is too slow. */
function endSlowest(admitted: ReadonlySet<Admitted>, client: string): void {
  const [slowest] = [...admitted]
    .filter((each) => each.client !== client && !each.request.raw.complete)
    .map((each) => ({ request: each.request, speed: measureSpeed(each) }))
    .sort((one, other) => one.speed - other.speed);
  if (!slowest || slowest.speed >= MIN_BYTES_PER_SECOND) return;
  const { server, raw } = slowest.request;
  // As Node does after REQUEST_TIMEOUT.
  const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  server.server.emit('clientError', error, raw.socket);
}

/** In bytes per second. */
function measureSpeed({ request, startedAt, bytesBefore }: Admitted): number {
  const ageMs = performance.now() - startedAt;
  if (ageMs < MIN_AGE_MS) return Number.POSITIVE_INFINITY;
  return ((request.raw.socket.bytesRead - bytesBefore) / ageMs) * 1_000;
}

const addFigures = (one: FairQueueFigures, other: FairQueueFigures): FairQueueFigures => ({
  get running() {
    return one.running + other.running;
  },
  get waiting() {
    return one.waiting + other.waiting;
  },
  get refused() {
    return one.refused + other.refused;
  },
});
