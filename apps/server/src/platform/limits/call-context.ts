import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../kernel/problem.ts';
import {
  createFairQueue,
  type EndWork,
  type FairQueue,
  type FairQueueFigures,
} from './fair-queue.ts';

/**
 * Identifies the request that the running code serves. Shared resources are divided between clients
 * by it.
 */
export type CallContext = {
  /** The client's address, or the account's id once the caller is known. */
  client: string;
  /**
   * Public documents and pages don't wait behind other requests, because many readers depend on
   * them.
   */
  isPublicRead: boolean;
  /** A GET or HEAD. */
  isRead: boolean;
  /** Time that the request has waited for shared resources so far. */
  waitedMs: number;
  /** The place of its body, if that is larger. */
  body?: BodyPlace;
  /** Connections to the database that a signed-in caller's request uses now, and its rest after a read. */
  caller?: { connections: number; resting?: { turn: Turn; timer: NodeJS.Timeout } };
};

/** A larger body has one of few places until its response is sent. */
export type BodyPlace = {
  countBytes: () => number;
  /** Gives the place to others. Calls `release` once the response is small or has a place itself. */
  leave: (release: () => void) => void;
};

/**
 * The request that is being served. Empty for background work and for documents that are answered
 * before the framework.
 */
export const currentCall = new AsyncLocalStorage<CallContext>();

const ACTIVE_MS = 1_000;
const MAX_REST_MS = 500;
type LastRequest = { client: string; at: number };
/** The last requests of two different clients, latest first. */
let lastSeen: [LastRequest, LastRequest] = [
  { client: '', at: Number.NEGATIVE_INFINITY },
  { client: '', at: Number.NEGATIVE_INFINITY },
];
let lastPublicReadAt = Number.NEGATIVE_INFINITY;

/** The key by which queues divide a resource. Background work counts as one client. */
export function currentClient(): string {
  return currentCall.getStore()?.client ?? 'background';
}

/** Counts what the request uses from now on for this account or person. */
export function setClient(client: string): void {
  const call = currentCall.getStore();
  if (call) Object.assign(call, { client, caller: { connections: 0 } });
  const seen = { client, at: performance.now() };
  lastSeen = [seen, lastSeen[0].client === client ? lastSeen[1] : lastSeen[0]];
}

/** Runs background work for an account, which shares queues as the account's requests do. */
export function runForAccount<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const call = { client: accountId, isRead: false, isPublicRead: false, waitedMs: 0 };
  return currentCall.run(call, work);
}

/**
 * Gives the place of the request's body to others before the request waits for other servers. `reserve` counts
 * the body's bytes elsewhere until `release`.
 */
export function leaveBodyPlace(reserve: (bytes: number) => () => void): void {
  const call = currentCall.getStore();
  if (!call?.body) return;
  const { countBytes, leave } = call.body;
  leave(reserve(countBytes()));
  delete call.body;
}

export function notePublicRead(): void {
  lastPublicReadAt = performance.now();
}

/**
 * True if a signed-in client other than this one, or a reader of public documents, sent a request
 * within the last second.
 */
export function hasOtherClients(client: string): boolean {
  const [latest, other] = lastSeen;
  const { at } = latest.client === client ? other : latest;
  return performance.now() - Math.max(at, lastPublicReadAt) < ACTIVE_MS;
}

/** Time since the last request of a signed-in client or a reader of public documents. */
export function millisecondsSinceRequest(): number {
  return performance.now() - Math.max(lastSeen[0].at, lastPublicReadAt);
}

/**
 * After this time, the next request of the account gets its turn too. A write that waits for a lock
 * doesn't stop its account. A read that takes longer, such as a search of a large account, is
 * working: if the next one started, they would take the processors from everyone else.
 */
const MAX_TURN_MS = { read: 1_000, write: 50 };
/**
 * After a read, the account rests for this many times as long as it used the database, and at most
 * this long. A read such as a list costs the process most after its turn, when the response is built.
 */
const REST_FACTOR = 2;
const MAX_TURN_REST_MS = 50;
/** Another request of the account ends its turn and its rest within this time. */
export const MAX_OTHER_TURN_MS = MAX_TURN_MS.read + MAX_TURN_REST_MS;
/** Maximum number of waiting requests: of all clients, and of one client. */
const MAX_WAITING = 1_000;
const MAX_WAITING_PER_CLIENT = 250;

/** `requests` names what waits in the queue, for the error of a refused request. */
export function createDatabaseQueue(
  requests: string,
  limits: { slots: number; slotsPerClient?: number },
): FairQueue {
  return createFairQueue({
    ...limits,
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
    createRefusal: (retryAfterSeconds) => {
      const text = `too many ${requests} are waiting for the database: try again`;
      const cause = new Error('busy');
      return new Problem('database_unavailable', { text, retryAfterSeconds, cause });
    },
  });
}

/**
 * While other clients send requests, one read and one write of an account use the database at a time.
 * Otherwise the results of all its statements would arrive together, and everyone else would wait
 * until the process has sent them. An account without others isn't limited.
 */
export type AccountTurns = {
  /**
   * Waits until the request may use a connection. Public reads and requests that aren't signed in
   * don't wait.
   */
  take: (call: CallContext, maxWaitMs: number) => Promise<EndUse>;
  figures: FairQueueFigures;
};

/** Takes the time for which the request had the connection. */
export type EndUse = (usedMs: number) => void;

/** The client is charged `usedMs`, which doesn't include rests. */
type Turn = { end: EndWork; startedAt: number; maxMs: number; usedMs: number };

/** A request doesn't wait for its own rest. It keeps its turn for a limited time. */
function continueTurn(caller: NonNullable<CallContext['caller']>): Turn | undefined {
  const { resting } = caller;
  if (!resting || performance.now() - resting.turn.startedAt >= resting.turn.maxMs)
    return undefined;
  clearTimeout(resting.timer);
  delete caller.resting;
  return resting.turn;
}

export function createAccountTurns(): AccountTurns {
  const queue = createDatabaseQueue('requests of this account', {
    slots: Number.POSITIVE_INFINITY,
    slotsPerClient: 1,
  });
  const startTurn = async (client: string, isRead: boolean, maxWaitMs: number): Promise<Turn> => ({
    // Slow reads of an account don't hold up its writes.
    end: await queue.enter(`${client} ${isRead ? 'reads' : 'writes'}`, { maxWaitMs }),
    startedAt: performance.now(),
    maxMs: isRead ? MAX_TURN_MS.read : MAX_TURN_MS.write,
    usedMs: 0,
  });
  return {
    async take({ caller, client, isRead }, maxWaitMs) {
      if (!caller) return () => {};
      // A request that waits for a turn while it uses a connection could wait for itself.
      const isFree = caller.connections > 0 || !hasOtherClients(client);
      const turn = isFree
        ? undefined
        : (continueTurn(caller) ?? (await startTurn(client, isRead, maxWaitMs)));
      caller.connections++;
      if (!turn) return () => void caller.connections--;
      const leftMs = turn.startedAt + turn.maxMs - performance.now();
      const timer = setTimeout(turn.end, leftMs).unref();
      return (usedMs) => {
        caller.connections--;
        clearTimeout(timer);
        turn.usedMs += usedMs;
        const restMs = isRead ? Math.min(usedMs * REST_FACTOR, MAX_TURN_REST_MS) : 0;
        if (restMs === 0) return turn.end(turn.usedMs);
        const endRest = (): void => {
          delete caller.resting;
          turn.end(turn.usedMs);
        };
        caller.resting = { turn, timer: setTimeout(endRest, restMs).unref() };
      };
    },
    figures: queue.figures,
  };
}

/** Pauses long work of a client for this time, and at most half a second, while other clients send requests. */
export async function restForOthers(
  client: string,
  ms: number,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  if (hasOtherClients(client)) await pause(Math.min(ms, MAX_REST_MS));
}

/**
 * Returns the same iterable, with its steps run in the context of the request that asked for it. A
 * stream reads when its socket is ready, which is outside the request.
 */
export function keepCall<T>(source: AsyncIterable<T>): AsyncIterable<T> {
  const inCall = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]() {
      const iterator = inCall(() => source[Symbol.asyncIterator]());
      return {
        next: () => inCall(() => iterator.next()),
        return: (value) =>
          inCall(
            async () => (await iterator.return?.(value)) ?? { done: true, value: undefined as T },
          ),
      };
    },
  };
}
