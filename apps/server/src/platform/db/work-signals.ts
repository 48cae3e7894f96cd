import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Wakes workers that have work to do, so that they don't wait for their next poll. */
export class WorkSignals {
  readonly #local = new EventEmitter().setMaxListeners(0);
  #wakeRemote: ((kinds: readonly string[]) => void) | undefined;

  /**
   * Wakes workers for these kinds of work: local ones, or those of other processes if there are none
   * here.
   */
  wake(kinds: readonly string[]): void {
    const remaining: string[] = [];
    for (const kind of kinds) if (!this.#local.emit(kind)) remaining.push(kind);
    if (remaining.length > 0) this.#wakeRemote?.(remaining);
  }

  /** Wakes local workers for work that another process caused. */
  wakeLocal(kinds: readonly string[]): void {
    for (const kind of kinds) this.#local.emit(kind);
  }

  /** Calls `call` for work without a local worker, until the returned function is called. */
  onRemote(call: (kinds: readonly string[]) => void): () => void {
    this.#wakeRemote = call;
    return () => {
      this.#wakeRemote = undefined;
    };
  }

  /**
   * Calls `wake` when there may be work of these kinds, until the returned function is called. It may
   * be called once for each kind.
   */
  listen(kinds: readonly string[], wake: () => void): () => void {
    for (const kind of kinds) this.#local.on(kind, wake);
    return () => {
      for (const kind of kinds) this.#local.off(kind, wake);
    };
  }
}

type Poller = {
  /**
   * Waits for work, the poll interval, or `end`. Work that arrived since the last rest counts: then
   * it waits only for `paceMs`.
   */
  rest: () => Promise<void>;
  /** Ends the rest, or the next one. */
  wake: () => void;
  end: () => void;
};

/** Waits between polls of a work loop. Wakes immediately for work from this process. */
export function createPoller(
  signals: WorkSignals,
  kinds: readonly string[],
  { pollMs, paceMs = 0 }: { pollMs: number; paceMs?: number },
): Poller {
  let isWoken = false;
  let isEnded = false;
  let endRest: (() => void) | undefined;
  const wake = (): void => {
    isWoken = true;
    endRest?.();
  };
  const stopListening = signals.listen(kinds, wake);
  return {
    wake,
    rest: async () => {
      if (isWoken && paceMs > 0) await sleep(paceMs);
      else if (!isWoken && !isEnded) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, pollMs);
        endRest = resolve;
        await promise;
        clearTimeout(timer);
      }
      isWoken = false;
    },
    end: () => {
      isEnded = true;
      stopListening();
      endRest?.();
    },
  };
}
