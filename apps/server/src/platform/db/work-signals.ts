type WorkListener = { kinds: readonly string[]; wake: () => void };

/** Tells workers that there is work for them, so that they don't wait for their next poll. */
export class WorkSignals {
  readonly #listeners = new Set<WorkListener>();
  #wakeRemote: ((kinds: readonly string[]) => void) | undefined;

  /**
   * Wakes workers for these kinds of work: local ones, or those of other processes if there are none
   * here.
   */
  wake(kinds: readonly string[]): void {
    const woken = this.wakeLocal(kinds);
    const ofOthers = kinds.filter((kind) => !woken.has(kind));
    if (ofOthers.length > 0) this.#wakeRemote?.(ofOthers);
  }

  /** Wakes local workers. Returns the kinds that have one. */
  wakeLocal(kinds: readonly string[]): Set<string> {
    const known = new Set<string>();
    for (const each of this.#listeners) {
      const own = kinds.filter((kind) => each.kinds.includes(kind));
      if (own.length > 0) each.wake();
      for (const kind of own) known.add(kind);
    }
    return known;
  }

  /** Calls `call` for work without a local worker, until the returned function is called. */
  onRemote(call: (kinds: readonly string[]) => void): () => void {
    this.#wakeRemote = call;
    return () => {
      this.#wakeRemote = undefined;
    };
  }

  /** Calls `wake` when there may be work of these kinds, until the returned function is called. */
  listen(kinds: readonly string[], wake: () => void): () => void {
    const listener = { kinds, wake };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

type Poller = {
  /** Call before looking for work: anything that arrives later counts. */
  begin: () => void;
  /** True if work has arrived since `begin`. */
  isWoken: () => boolean;
  /** Waits for work, the poll interval, or `end`. */
  rest: () => Promise<void>;
  end: () => void;
};

/** Waits between polls of a work loop. Wakes at once for work from this process. */
export function createPoller(
  signals: WorkSignals,
  kinds: readonly string[],
  pollMs: number,
): Poller {
  let isWoken = false;
  let wake: (() => void) | undefined;
  const stopListening = signals.listen(kinds, () => {
    isWoken = true;
    wake?.();
  });
  return {
    begin: () => {
      isWoken = false;
    },
    isWoken: () => isWoken,
    rest: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => {
      stopListening();
      wake?.();
    },
  };
}
