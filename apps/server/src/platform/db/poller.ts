import type { WorkSignals } from './work-signals.ts';

export type Poller = {
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
