import type { Design, Drawing } from '@insignia/design';
import type { Answered, Asked } from './drawer-worker.ts';

/** Brings designs to paths in a thread of its own, where letters are set. */
export type Drawer = { draw: (design: Design) => Promise<Drawing>; end: () => void };

type Waiting = { resolve: (drawing: Drawing) => void; reject: (error: Error) => void };

export function startDrawer(): Drawer {
  const worker = new Worker(new URL('./drawer-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let [heard, giveUp]: [() => void, (reason: Error) => void] = [() => {}, () => {}];
  const ready = new Promise<void>((resolve, reject) => {
    [heard, giveUp] = [resolve, reject];
  });
  // Told to who waits for a drawing; with nobody waiting it is no error.
  ready.catch(() => {});
  worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
    if ('isReady' in data) return heard();
    const found = waiting.get(data.n);
    waiting.delete(data.n);
    if ('drawing' in data) found?.resolve(data.drawing);
    else found?.reject(new Error(data.failed));
  });
  worker.addEventListener('error', ({ message }) => {
    const reason = new Error(message || 'its drawing program does not start');
    giveUp(reason);
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  });
  return {
    draw: (design) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        const n = asked;
        ready.then(() => worker.postMessage({ n, design } satisfies Asked), reject);
      }),
    end: () => worker.terminate(),
  };
}
