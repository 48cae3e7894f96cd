import { parentPort } from 'node:worker_threads';

/** Asks a thread to end by itself, after its job. Never a job. */
export const END = null;

/**
 * Handles jobs, one message each, until the thread is asked to end. `handle` posts the results. A
 * thread that ends by itself first runs the pending finalizers of native modules. `terminate`
 * frees their environment first, and Node then uses freed memory (nodejs/node, `EnqueueFinalizer`).
 */
export function serveJobs<Job>(handle: (job: Job) => void | Promise<void>): void {
  let running: void | Promise<void>;
  parentPort?.on('message', async (message: Job | typeof END) => {
    if (message !== END) {
      running = handle(message);
      return;
    }
    await running;
    parentPort?.close();
  });
}

/** CPU time of the calling thread. */
export function readThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
