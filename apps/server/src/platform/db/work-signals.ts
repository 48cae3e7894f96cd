import { setTimeout as sleep } from 'node:timers/promises';

/** Tells workers that there is work for them, so that they don't wait for their next poll. */
export class WorkSignals {
  readonly #listeners = new Map<string, Set<() => void>>();
  #wakeRemote: ((kinds: readonly string[]) => void) | undefined;

  /**
   * Wakes workers for these kinds of work: local ones, or those of other processes if there are none
   * here.
   */
  wake(kinds: readonly string[]): void {
    const remaining = this.wakeLocal(kinds);
    if (remaining.length > 0) this.#wakeRemote?.(remaining);
  }

  /** Wakes local workers. Returns the kinds that have none. */
  wakeLocal(kinds: readonly string[]): string[] {
    const remaining: string[] = [];
    for (const kind of kinds) {
      const listeners = this.#listeners.get(kind);
      if (!listeners) remaining.push(kind);
      else for (const wake of listeners) wake();
    }
    return remaining;
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
    for (const kind of kinds)
      this.#listeners.set(kind, (this.#listeners.get(kind) ?? new Set()).add(wake));
    return () => {
      for (const kind of kinds) {
        const listeners = this.#listeners.get(kind);
        listeners?.delete(wake);
        if (listeners?.size === 0) this.#listeners.delete(kind);
      }
    };
  }
}

type Poller = {
  /**
   * Waits for work, the poll interval, or `end`. Work that arrived since the last rest counts: then
   * it waits only for `paceMs`.
   */
  rest: () => Promise<void>;
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
  let wake: (() => void) | undefined;
  const stopListening = signals.listen(kinds, () => {
    isWoken = true;
    wake?.();
  });
  return {
    rest: async () => {
      if (isWoken && paceMs > 0) await sleep(paceMs);
      else if (!isWoken && !isEnded) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, pollMs);
        wake = resolve;
        await promise;
        clearTimeout(timer);
      }
      isWoken = false;
    },
    end: () => {
      isEnded = true;
      stopListening();
      wake?.();
    },
  };
}
