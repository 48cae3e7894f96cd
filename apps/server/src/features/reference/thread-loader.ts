import { Worker } from 'node:worker_threads';

/** Runs a module in a thread on first use and caches what it posts. Retries after a failure. */
export function createThreadLoader<T>(file: URL, workerData: unknown): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= runThread<T>(file, workerData).catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

function runThread<T>(file: URL, workerData: unknown): Promise<T> {
  const worker = new Worker(file, { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of ${file} ended with ${code}`)));
  });
}
