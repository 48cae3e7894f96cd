import { Worker } from 'node:worker_threads';

/**
 * What a module makes of `workerData` and posts: in a thread of its own, at the first question, once for
 * all who ask. What failed is made again.
 */
export function madeInThread<T>(file: URL, workerData: unknown): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () => {
    making ??= make<T>(file, workerData).catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    return making;
  };
}

function make<T>(file: URL, workerData: unknown): Promise<T> {
  const worker = new Worker(file, { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread of ${file} ended with ${code}`)));
  });
}
