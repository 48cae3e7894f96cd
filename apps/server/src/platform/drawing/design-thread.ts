import { setFlagsFromString } from 'node:v8';
import type { Design } from '@insignia/design';
import { currentClient } from '../limits/call-context.ts';
import {
  createFairQueue,
  DEFAULT_MAX_WAIT_MS,
  type FairQueueFigures,
} from '../limits/fair-queue.ts';
import type { Logger } from '../log/index.ts';
import {
  createThread,
  handleThreadFailure,
  type Thread,
  type ThreadFigures,
} from '../threads/thread.ts';
import type { DesignError, RenderedImage, RenderJob, RenderResult } from './job.ts';
import { tooComplexPdf } from './render-pdf.ts';

/** Draws one design or page, or returns errors for what it lacks or may not have. */
export type Draw = (job: RenderJob) => Promise<RenderedImage | { errors: DesignError[] }>;

export type DesignThread = {
  /**
   * Lends a thread for all drawings of one request. Rejects with `busy` if none is free in time.
   * `estimateMs` is the approximate cost of all the drawings together.
   */
  inTurn: <T>(estimateMs: number, work: (draw: Draw) => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
};

/** CPU time limit per design. On a busy machine a design may also wait. */
const MAX_CPU_MS = 12_000;
/** CPU time limit per page, which usually takes less than a second. */
const MAX_PDF_CPU_MS = 3_000;
const timeoutMs = 30_000;
/** In megabytes. */
const MAX_MEMORY_MB = 256;
const renderTimeoutError: DesignError = {
  path: '',
  message: 'takes too long to draw. Use fewer layers',
};

/** The second thread starts when the first is busy. Expensive drawings never use both. */
const EXPENSIVE_MS = 500;
/** A client that used this much time lately counts as expensive, whatever its designs look like. */
const EXPENSIVE_CLIENT_MS = 3_000;
/** Each waiting request keeps its design in memory. */
const MAX_WAITING = 24;
const MAX_WAITING_PER_CLIENT = 8;

export function createDesignThread(log: Logger): DesignThread & {
  figures: [ThreadFigures, ThreadFigures];
  queue: FairQueueFigures;
  /** Expensive drawings wait in this queue and in the other one. */
  expensiveQueue: FairQueueFigures;
} {
  const start = () =>
    createThread<RenderJob, RenderResult>({
      script: new URL('./worker.ts', import.meta.url),
      ...{
        maxMemory: MAX_MEMORY_MB,
        maxCpuMs: (job) => ('pdf' in job ? MAX_PDF_CPU_MS : MAX_CPU_MS),
        timeoutMs,
        isNative: true,
        does: 'drawing a design',
        log,
      },
    });
  // The threads shape text in WebAssembly. V8 can abort the process when it frees compiled code of
  // a thread that ended (nodejs/node 64500).
  setFlagsFromString('--no-wasm-code-gc');
  const [first, second] = [start(), start()];
  const threads = [first, second];
  // Lend the thread that was used last, so that the other one can end when there is little to do.
  const free = [second, first];
  const limits = {
    slotsPerClient: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
  };
  const queue = createFairQueue({ slots: threads.length, ...limits });
  const expensive = createFairQueue({ slots: threads.length - 1, ...limits });
  const lend = async <T>(work: (draw: Draw) => Promise<T>): Promise<T> => {
    const thread = free.pop() as Thread<RenderJob, RenderResult>;
    try {
      return await work((job) => drawOn(thread, job));
    } finally {
      free.push(thread);
    }
  };
  return {
    async inTurn(estimateMs, work) {
      const client = currentClient();
      const startedAt = performance.now();
      const take = () => {
        const maxWaitMs = Math.max(0, DEFAULT_MAX_WAIT_MS - (performance.now() - startedAt));
        return queue.run(client, () => lend(work), { estimateMs, maxWaitMs });
      };
      const isExpensive = estimateMs > EXPENSIVE_MS || queue.spentMs(client) > EXPENSIVE_CLIENT_MS;
      return isExpensive ? expensive.run(client, take, { estimateMs }) : take();
    },
    figures: [first.figures, second.figures],
    queue: queue.figures,
    expensiveQueue: expensive.figures,
    async stop() {
      await Promise.all(threads.map(({ stop }) => stop()));
    },
  };
}

async function drawOn(
  thread: Thread<RenderJob, RenderResult>,
  job: RenderJob,
): Promise<RenderedImage | { errors: DesignError[] }> {
  try {
    const answer = await thread.ask(job);
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  } catch (error) {
    const tooLong = 'pdf' in job ? { path: 'image', message: tooComplexPdf } : renderTimeoutError;
    return handleThreadFailure(error, { errors: [tooLong] });
  }
}

/**
 * Measured at full size. Layers that aren't listed are so cheap that the base covers 300 of them.
 */
const BASE_MS = 50;
const COSTLY_LAYER_MS = 20;
const PICTURE_MS = 20;
const FULL_SIDE = 1_024;

/** Cost of the first page of a PDF. It may be any, so that pages never use both threads. */
export const PDF_MS = 1_000;

/**
 * Estimates the cost of drawing a design, well enough to separate a usual design from the most
 * expensive one that is allowed.
 */
export function estimateDrawing({ layers }: Design, side: number): number {
  const fullMs = layers.reduce((sum, layer) => {
    if (layer.hidden) return sum;
    const isCostly = ('shadow' in layer && layer.shadow !== undefined) || layer.opacity < 1;
    const isPicture = layer.type === 'picture';
    return sum + (isCostly ? COSTLY_LAYER_MS : 0) + (isPicture ? PICTURE_MS : 0);
  }, BASE_MS);
  return fullMs * (side / FULL_SIDE) ** 2;
}
