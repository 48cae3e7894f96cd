import { hasOtherClients } from './call-context.ts';
import { createFairQueue, type FairQueueFigures } from './fair-queue.ts';

/**
 * Bounds the main thread's time for work that strangers may ask for, such as verification. One client has a turn
 * at a time, and the client that used the least time lately is next.
 */
export type MainThreadTurns = {
  /** Waits for a turn. Rejects with `busy` after 4 s, or if too much waits. */
  take: (client: string) => Promise<Turn>;
  figures: FairQueueFigures;
};

export type Turn = {
  /** Lets others have turns while `work` waits for threads or other servers. */
  pause: <T>(work: () => Promise<T>) => Promise<T>;
  /** Only the first call counts. */
  end: () => void;
};

const MAX_WAIT_MS = 4_000;
/**
 * While other clients send requests, no turn starts for this many times as long as the last one took, and at most
 * 50 ms. So all turns together take a third of the thread, however many clients take them.
 */
const REST_FACTOR = 2;
const MAX_REST_MS = 50;
/** A client that used less time lately doesn't wait for the rest. A later rest is longer by what was left. */
const LITTLE_MS = 20;
/** Turns that wait for something else without a pause, such as the database, end then. */
const MAX_TURN_MS = 50;

/** `hasOthers` returns whether clients other than this one send requests. */
export function createMainThreadTurns(hasOthers = hasOtherClients): MainThreadTurns {
  const queue = createFairQueue({ slots: 1, slotsPerClient: 1, maxWaitMs: MAX_WAIT_MS });
  let rest: { until: number; timer: NodeJS.Timeout; end: () => void } | undefined;
  let owedMs = 0;

  const endRest = (): void => {
    if (!rest) return;
    clearTimeout(rest.timer);
    owedMs = Math.max(0, rest.until - performance.now());
    const { end } = rest;
    rest = undefined;
    end();
  };
  const startRest = (client: string, usedMs: number, end: () => void): void => {
    owedMs = hasOthers(client) ? Math.min(owedMs + usedMs * REST_FACTOR, MAX_REST_MS) : 0;
    if (owedMs === 0) end();
    else rest = { until: performance.now() + owedMs, timer: setTimeout(endRest, owedMs), end };
  };
  const enter = async (client: string): Promise<() => void> => {
    const entered = queue.enter(client);
    const isUrgent = rest && rest.until - performance.now() <= LITTLE_MS;
    if (isUrgent && queue.spentMs(client) < LITTLE_MS) endRest();
    const end = await entered;
    const startedAt = performance.now();
    let hasLeft = false;
    const leave = (): void => {
      if (hasLeft) return;
      hasLeft = true;
      clearTimeout(timer);
      const usedMs = performance.now() - startedAt;
      startRest(client, usedMs, () => end(usedMs));
    };
    const timer = setTimeout(leave, MAX_TURN_MS);
    return leave;
  };
  return {
    figures: queue.figures,
    async take(client) {
      let leave: (() => void) | undefined = await enter(client);
      let entering: Promise<void> | undefined;
      let pauses = 0;
      let isOver = false;
      const end = (): void => {
        leave?.();
        leave = undefined;
      };
      const resume = async (): Promise<void> => {
        if (leave || isOver) return;
        entering ??= enter(client)
          .then((entered) => {
            leave = entered;
            if (isOver) end();
          })
          .finally(() => {
            entering = undefined;
          });
        await entering;
      };
      return {
        async pause(work) {
          pauses++;
          // Microtasks that are due still belong to the turn.
          setImmediate(() => {
            if (pauses > 0) end();
          });
          try {
            return await work();
          } finally {
            pauses--;
            await resume();
          }
        },
        end() {
          isOver = true;
          end();
        },
      };
    },
  };
}
