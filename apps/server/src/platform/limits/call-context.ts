import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

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
  /** Time that the request has waited for shared resources so far. */
  waitedMs: number;
  /** Number of connections to the database that a signed-in caller's request uses now. */
  caller?: { connections: number };
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
