import { onTabCleared } from '../../../shared/clear-browser.ts';
import type { ImportSession } from './session.ts';

export type WorkerRequest = { id: number; verb: keyof ImportSession; args: unknown[] };
export type WorkerResponse = { id: number; value?: unknown; error?: string };

type PendingRequest = {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  timer: ReturnType<typeof setTimeout>;
};
const TIMEOUT_MS = 60_000;

/** Client of the import worker, which keeps the page responsive. */
export function openImportSession() {
  let worker: Worker | undefined;
  let count = 0;
  let dropped: Promise<unknown> | undefined;
  const waiting = new Map<number, PendingRequest>();
  const end = (error = new Error('the worker has ended')): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    waiting.clear();
  };
  // Stops at sign-out, so that nothing more is stored.
  const stopListening = onTabCleared(() => end());
  const start = (): Worker => {
    const created = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    created.onmessage = ({ data: { id, value, error } }: MessageEvent<WorkerResponse>) => {
      const request = waiting.get(id);
      waiting.delete(id);
      clearTimeout(request?.timer);
      if (error === undefined) request?.resolve(value as never);
      else request?.reject(new Error(error));
    };
    created.onerror = ({ message }) => end(new Error(message));
    return created;
  };
  const ask = <V extends keyof ImportSession>(
    verb: V,
    ...args: Parameters<ImportSession[V]>
  ): ReturnType<ImportSession[V]> => {
    worker ??= start();
    count += 1;
    const id = count;
    const answer = new Promise((resolve, reject) => {
      // A file that blocks the worker for this long is abandoned.
      const timer = setTimeout(() => end(new Error('took too long')), TIMEOUT_MS);
      waiting.set(id, { resolve, reject, timer });
    });
    worker.postMessage({ id, verb, args } satisfies WorkerRequest);
    if (verb === 'drop') dropped = answer;
    return answer as ReturnType<ImportSession[V]>;
  };
  /** Waits until the worker has deleted the draft, because its recipients must not remain. */
  const leave = (): void =>
    void Promise.resolve(dropped)
      .finally(() => {
        stopListening();
        end();
      })
      .catch(() => {});
  return { ask, leave };
}
export type WorkerSession = ReturnType<typeof openImportSession>;
