import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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
/** A body that arrives, or a response that is read, more slowly loses its place to another client's. */
const MIN_BYTES_PER_SECOND = 32 * 1024;
/** Slow connections start slowly. */
const MIN_AGE_MS = 2_000;
/** After this time, a client with several places gives one to a client that waits. */
const MAX_AGE_OF_SEVERAL_MS = 10_000;
const CHECK_EVERY_MS = 250;

type Size = keyof typeof sizes;

/** A body that has a place. */
type LargeBody = {
  client: string;
  request: FastifyRequest;
  response: ServerResponse;
  arriving: Transfer;
  /** Undefined until another client waits while the response is sent. */
  sending?: Transfer;
};
type Transfer = { startedAt: number; bytesBefore: number };
type Places = { size: Size; queue: FairQueue; admitted: Set<LargeBody> };
/** Where a body that left its place counts until its response is sent. */
type Reservation = { places: Places; release: () => void };

/**
 * Bounds the number of larger bodies and their memory, for all clients together and for each one.
 * A place stays taken until the response is sent, unless the request leaves it to wait for other servers. Then a
 * larger response takes a place again. Strangers have places of their own.
 */
export function limitLargeBodies(app: App): FairQueueFigures {
  const accounts = { medium: createPlaces('medium'), large: createPlaces('large') };
  const strangers = { medium: createPlaces('medium'), large: createPlaces('large') };
  const reservations = new WeakMap<FastifyRequest, Reservation>();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { 'content-length': length } = request.headers;
    // Most bodies.
    if (Number(length) <= SMALL_BODY_BYTES) return done(null, payload);
    const size = findSize(request);
    if (!size) return done(null, payload);
    const call = currentCall.getStore();
    const places = (call?.caller ? accounts : strangers)[size];
    const start = (end: () => void): void => {
      const leave = (release: () => void): void => {
        reservations.set(request, { places, release });
        onceClosed(reply.raw, release);
        end();
      };
      if (call) call.body = { countBytes: createCounter(request), leave };
      done(null, payload);
    };
    admit(places, request, reply).then(start, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { places, release } = reservations.get(request) ?? {};
    if (!places || !release) return done(null, payload);
    const isLarge = getLength(payload) > SMALL_BODY_BYTES;
    const entered = isLarge ? admit(places, request, reply) : Promise.resolve();
    entered.finally(release).then(() => done(null, payload), done);
  });
  return addFigures([accounts, strangers].flatMap(({ medium, large }) => [medium, large]));
}

/** Undefined if a body without a stated length is small. Forms with a file have limits of their own. */
function findSize({ headers, routeOptions }: FastifyRequest): Size | undefined {
  const { bodyLimit = 0 } = routeOptions;
  const length = headers['content-length'];
  const largestSize = bodyLimit > bodyLimits.many ? 'large' : 'medium';
  if (length !== undefined) return Number(length) > bodyLimits.many ? 'large' : largestSize;
  if (headers['transfer-encoding'] === undefined) return undefined;
  if (/^multipart\//i.test(headers['content-type'] ?? '')) return 'large';
  return bodyLimit > SMALL_BODY_BYTES ? largestSize : undefined;
}

/** Returns how many bytes of the body have arrived, if it doesn't state its length. */
function createCounter({ headers, raw }: FastifyRequest): () => number {
  const length = headers['content-length'];
  const bytesBefore = raw.socket.bytesRead;
  return () => (length === undefined ? raw.socket.bytesRead - bytesBefore : Number(length));
}

/** Runs at once if the client has already disconnected. */
function onceClosed(response: ServerResponse, run: () => void): void {
  if (response.destroyed || response.closed) run();
  else response.once('close', run);
}

const getLength = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;

/** Returns what ends the place before the response is sent. */
async function admit(
  places: Places,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<() => void> {
  const client = currentClient();
  const end = await takePlace(places, client);
  const arriving = startTransfer(request.raw.socket.bytesRead);
  const admitted: LargeBody = { client, request, response: reply.raw, arriving };
  places.admitted.add(admitted);
  const leave = (): void => {
    places.admitted.delete(admitted);
    end();
  };
  onceClosed(reply.raw, leave);
  return leave;
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

/** Ends the slowest body or response of the other clients, if one must give its place. */
function endSlowest(admitted: ReadonlySet<LargeBody>, client: string): void {
  const [slowest] = [...admitted]
    .filter((each) => each.client !== client)
    .flatMap((body) => {
      const progress = measureProgress(body, admitted);
      return progress && isEvictable(progress) ? [{ body, progress }] : [];
    })
    .sort((one, other) => one.progress.bytesPerSecond - other.progress.bytesPerSecond);
  if (!slowest) return;
  const { request, sending } = slowest.body;
  if (sending) return void request.raw.socket.destroy();
  // As Node does after REQUEST_TIMEOUT.
  const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  request.server.server.emit('clientError', error, request.raw.socket);
}

type Progress = { ageMs: number; bytesPerSecond: number; placesOfClient: number };

/** Decides whether a body or response loses its place while another client waits. */
export function isEvictable({ ageMs, bytesPerSecond, placesOfClient }: Progress): boolean {
  if (ageMs < MIN_AGE_MS) return false;
  if (placesOfClient > 1 && ageMs >= MAX_AGE_OF_SEVERAL_MS) return true;
  return bytesPerSecond < MIN_BYTES_PER_SECOND;
}

/** Undefined while the service works on a complete body. */
function measureProgress(body: LargeBody, admitted: ReadonlySet<LargeBody>): Progress | undefined {
  const { client, request, response, arriving } = body;
  const { socket, complete } = request.raw;
  // Nothing waits for the client while the service produces the response.
  if (complete && (!response.headersSent || !hasUnsentBytes(response, socket))) return undefined;
  const bytes = complete ? countSentBytes(socket) : socket.bytesRead;
  if (complete) body.sending ??= startTransfer(bytes);
  const { startedAt, bytesBefore } = body.sending ?? arriving;
  const ageMs = performance.now() - startedAt;
  const placesOfClient = [...admitted].filter((each) => each.client === client).length;
  return { ageMs, bytesPerSecond: ((bytes - bytesBefore) / ageMs) * 1_000, placesOfClient };
}

const startTransfer = (bytesBefore: number): Transfer => ({
  startedAt: performance.now(),
  bytesBefore,
});

type SocketWithHandle = Socket & { _handle?: { writeQueueSize?: number } | null };

const hasUnsentBytes = (response: ServerResponse, socket: SocketWithHandle): boolean =>
  response.writableLength > 0 || (socket._handle?.writeQueueSize ?? 0) > 0;

/** `bytesWritten` includes what waits in the process, which only the handle knows. */
function countSentBytes(socket: SocketWithHandle): number {
  return socket.bytesWritten - (socket._handle?.writeQueueSize ?? 0);
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
