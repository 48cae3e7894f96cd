import type { Kysely } from 'kysely';
import { onWork } from './work.ts';

export type Rest = {
  /** What comes from now on counts: called before looking for work. */
  begin: () => void;
  /** Whether work of these kinds has come since. */
  isWoken: () => boolean;
  /** Until there is work, it is time to look by oneself, or `end` is called. */
  rest: () => Promise<void>;
  end: () => void;
};

/** How a loop rests that looks for work of these kinds every `pollMs`, and at once where this process causes some. */
export function restBetween(db: Kysely<unknown>, kinds: readonly string[], pollMs: number): Rest {
  let isWoken = false;
  let wake: (() => void) | undefined;
  const stopListening = onWork(db, kinds, () => {
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
