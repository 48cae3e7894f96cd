import type { DrawableDesign, Drawing } from '@insignia/design';
import { InsigniaError } from '@insignia/sdk';
import { useEffect, useRef, useState } from 'react';
import { isTransient } from '../problem.ts';
import { useRetryCount } from '../use-retry-count.ts';
import type { DrawRequest, DrawResponse } from './renderer-worker.ts';

/** Converts designs to paths in a worker. */
export type DesignRenderer = {
  draw: (design: DrawableDesign) => Promise<Drawing>;
  end: () => void;
};

type PendingDrawing = { resolve: (drawing: Drawing) => void; reject: (error: Error) => void };

/** A failed worker is restarted with the next design. */
export function startDesignRenderer(): DesignRenderer {
  let thread: DesignRenderer | undefined;
  return {
    draw: (design) => {
      thread ??= startThread(() => {
        thread = undefined;
      });
      return thread.draw(design);
    },
    end: () => thread?.end(),
  };
}

const noAnswer = (message: string) => new InsigniaError(message, { code: 'network', status: 0 });

function startThread(broken: () => void): DesignRenderer {
  const worker = new Worker(new URL('./renderer-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, PendingDrawing>();
  let count = 0;
  let [markReady, markBroken]: [() => void, (reason: Error) => void] = [() => {}, () => {}];
  const ready = new Promise<void>((resolve, reject) => {
    [markReady, markBroken] = [resolve, reject];
  });
  // Reported to pending drawings. Without any, it isn't an error.
  ready.catch(() => {});
  worker.addEventListener('message', ({ data }: MessageEvent<DrawResponse>) => {
    if ('isReady' in data) return markReady();
    const found = waiting.get(data.n);
    waiting.delete(data.n);
    if ('drawing' in data) found?.resolve(data.drawing);
    else found?.reject(data.isAway ? noAnswer(data.failed) : new Error(data.failed));
  });
  worker.addEventListener('error', ({ message }) => {
    // Browsers give no reason for a script that failed to load.
    const reason = message ? new Error(message) : noAnswer('its drawing program does not start');
    worker.terminate();
    broken();
    markBroken(reason);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  });
  return {
    draw: (design) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        const n = count;
        ready.then(() => worker.postMessage({ n, design } satisfies DrawRequest), reject);
      }),
    end: () => worker.terminate(),
  };
}

/** Delay before announcing that a font is loading. */
const patienceMs = 600;
/** Delay between retries. */
const pauseMs = 5_000;

/** Drawing of the current design. Skips intermediate states. */
export function useDrawing(drawer: DesignRenderer, design: DrawableDesign) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [failed, setFailed] = useState<unknown>();
  const again = useRetryCount(isTransient(failed), pauseMs);
  const [isSlow, setSlow] = useState(false);
  const newest = useRef(design);
  const isBusy = useRef(false);
  newest.current = design;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change, and again for a retry
  useEffect(() => {
    if (isBusy.current) return;
    isBusy.current = true;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    const catchUp = async () => {
      for (let drawn: DrawableDesign | undefined; drawn !== newest.current; ) {
        drawn = newest.current;
        setDrawing(await drawer.draw(drawn));
        setFailed(undefined);
      }
    };
    void catchUp()
      .catch(setFailed)
      .finally(() => {
        isBusy.current = false;
        clearTimeout(timer);
        setSlow(false);
      });
  }, [drawer, design, again]);
  return { drawing, failed, isSlow };
}
