import { loadSharp } from '../images/pixels.ts';
import { currentClient } from '../limits/call-context.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import type { Logger } from '../log/index.ts';
import { createThread, type ThreadFigures } from '../threads/thread.ts';
import type { FlatDrawing, FlatResult } from './flat-drawing.ts';

/** Draws simple drawings in a thread of their own, so that they never wait for designs. */
export type FlatThread = {
  /** A PNG, or undefined if it must be drawn otherwise. */
  draw: (drawing: FlatDrawing) => Promise<Buffer | undefined>;
  stop: () => Promise<void>;
};

const MAX_CPU_MS = 1_000;
const timeoutMs = 10_000;
/** In megabytes. */
const MAX_MEMORY_MB = 64;

export function createFlatThread(log: Logger): FlatThread & { figures: ThreadFigures } {
  const { ask, figures, stop } = createThread<FlatDrawing, FlatResult>({
    script: new URL('./flat-worker.ts', import.meta.url),
    ...{ maxMemory: MAX_MEMORY_MB, maxCpuMs: MAX_CPU_MS, timeoutMs, isNative: true },
    ...{ does: 'drawing a card', log },
  });
  const queue = createFairQueue({ slots: 1, slotsPerClient: 1 });
  return {
    figures,
    stop,
    async draw(drawing) {
      // Unless the main thread loads it first, its library would be unloaded with the thread.
      await loadSharp();
      const answer = await queue.run(currentClient(), () => ask(drawing)).catch(() => undefined);
      return answer && 'png' in answer ? Buffer.from(answer.png) : undefined;
    },
  };
}
