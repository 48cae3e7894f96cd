import { bodyLimits, SMALL_BODY_BYTES } from '@insignia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentCall, currentClient } from '../limits/call-context.ts';
import { createFairQueue, type FairQueue, type FairQueueFigures } from '../limits/fair-queue.ts';
import type { App } from './app.ts';

/** A body of 8 MiB takes up to 40 MiB while it is parsed and decoded. */
const sizes = { medium: { slots: 8, slotsPerClient: 4 }, large: { slots: 4, slotsPerClient: 2 } };
/** Nothing of a waiting body is read, so waiting costs no memory. */
const MAX_WAITING = 200;
const MAX_WAITING_PER_CLIENT = 20;
/** A body that arrives more slowly loses its place to another client's. */
const MIN_BYTES_PER_SECOND = 32 * 1024;
/** Slow connections start slowly. */
const MIN_AGE_MS = 2_000;
const CHECK_EVERY_MS = 250;

type Size = keyof typeof sizes;

/** A body that has a place. */
type LargeBody = {
  client: string;
  request: FastifyRequest;
  startedAt: number;
  bytesBefore: number;
};
type Places = { size: Size; queue: FairQueue; admitted: Set<LargeBody> };

/**
 * Bounds the number of larger bodies and their memory, for all clients together and for each one.
 * A place stays taken until the response is sent. Strangers have places of their own.
 */
export function limitLargeBodies(app: App): FairQueueFigures {
  const accounts = { medium: createPlaces('medium'), large: createPlaces('large') };
  const strangers = { medium: createPlaces('medium'), large: createPlaces('large') };
  app.addHook('preParsing', (request, reply, payload, done) => {
    const size = findSize(request);
    if (!size) return done(null, payload);
    const places = currentCall.getStore()?.caller ? accounts : strangers;
    admit(places[size], request, reply).then(() => done(null, payload), done);
  });
  return addFigures([accounts, strangers].flatMap(({ medium, large }) => [medium, large]));
}

/** Forms with a file have limits of their own. */
function findSize({ headers, routeOptions }: FastifyRequest): Size | undefined {
  const { bodyLimit = 0 } = routeOptions;
  const length = headers['content-length'];
  const mostBytes = bodyLimit > bodyLimits.many ? 'large' : 'medium';
  if (length !== undefined) {
    if (Number(length) <= SMALL_BODY_BYTES) return undefined;
    return Number(length) > bodyLimits.many ? 'large' : mostBytes;
  }
  if (headers['transfer-encoding'] === undefined) return undefined;
  if (/^multipart\//i.test(headers['content-type'] ?? '')) return 'large';
  return bodyLimit > SMALL_BODY_BYTES ? mostBytes : undefined;
}

async function admit(places: Places, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const client = currentClient();
  const end = await takePlace(places, client);
  const { bytesRead: bytesBefore } = request.raw.socket;
  const admitted = { client, request, startedAt: performance.now(), bytesBefore };
  places.admitted.add(admitted);
  const leave = (): void => {
    places.admitted.delete(admitted);
    end();
  };
  // The client may already have disconnected.
  if (reply.raw.destroyed || reply.raw.closed) leave();
  else reply.raw.once('close', leave);
}

const createPlaces = (size: Size): Places => ({
  size,
  queue: createFairQueue({
    ...sizes[size],
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
  }),
  admitted: new Set(),
});

async function takePlace({ size, queue, admitted }: Places, client: string): Promise<() => void> {
  const { slots, slotsPerClient } = sizes[size];
  const timer = setInterval(() => {
    const own = [...admitted].filter((each) => each.client === client).length;
    if (own < slotsPerClient && admitted.size === slots) endSlowest(admitted, client);
  }, CHECK_EVERY_MS);
  try {
    return await queue.enter(client);
  } finally {
    clearInterval(timer);
  }
}

/** Ends the slowest body of the other clients with 408, if it is too slow. */
function endSlowest(admitted: ReadonlySet<LargeBody>, client: string): void {
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
function measureSpeed({ request, startedAt, bytesBefore }: LargeBody): number {
  const ageMs = performance.now() - startedAt;
  if (ageMs < MIN_AGE_MS) return Number.POSITIVE_INFINITY;
  return ((request.raw.socket.bytesRead - bytesBefore) / ageMs) * 1_000;
}

function addFigures(places: Places[]): FairQueueFigures {
  const sum = (figure: keyof FairQueueFigures): number =>
    places.reduce((total, { queue }) => total + queue.figures[figure], 0);
  return {
    get running() {
      return sum('running');
    },
    get waiting() {
      return sum('waiting');
    },
    get refused() {
      return sum('refused');
    },
  };
}
