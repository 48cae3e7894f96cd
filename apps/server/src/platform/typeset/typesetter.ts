import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../kernel/problem.ts';
import type { Logger } from '../log/index.ts';
import { ByteCache } from './byte-cache.ts';
import { fontFolders } from './fonts.ts';
import type { Job, Result } from './job.ts';

/** Sets documents in a thread of its own, which is started when there is work and ends when there is none. */
export type Typesetter = { set: (job: Job) => Promise<Buffer>; stop: () => Promise<void> };

type Waiting = { job: Job; resolve: (bytes: Buffer) => void; reject: (error: unknown) => void };

const mostWaiting = 200;
const timeoutMs = 20_000;
const idleMs = 60_000;
const cacheBytes = 16 * 1024 * 1024;

/** What was set is kept by what it was made from, so that the same document is set once. */
export function createTypesetter(log: Logger): Typesetter {
  const cache = new ByteCache(cacheBytes);
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let current: Waiting | undefined;
  let timer: NodeJS.Timeout | undefined;

  const leave = async (): Promise<void> => {
    clearTimeout(timer);
    const left = worker;
    worker = undefined;
    left?.removeAllListeners();
    await left?.terminate();
  };
  const fail = (error: Error): void => {
    log.error({ err: error }, 'a document could not be set');
    current?.reject(error);
    current = undefined;
    void leave().then(next);
  };
  const finish = (result: Result): void => {
    clearTimeout(timer);
    const done = current;
    current = undefined;
    if (done && 'error' in result) {
      log.error(
        { reason: result.error, template: done.job.template },
        'a document could not be set',
      );
      done.reject(new Error(result.error));
    } else if (done && 'bytes' in result) {
      if (result.warning)
        log.warn({ reason: result.warning }, 'no bundled font covers all of a document');
      done.resolve(Buffer.from(result.bytes));
    }
    next();
  };
  const start = (): Worker => {
    const file = new URL('./worker.ts', import.meta.url);
    const started = new Worker(file, { workerData: { fontFolders: fontFolders() } });
    started.on('message', finish);
    started.on('error', fail);
    started.on('exit', (code) => fail(new Error(`the typesetting thread ended with ${code}`)));
    started.unref();
    return started;
  };
  const next = (): void => {
    if (current) return;
    current = waiting.shift();
    clearTimeout(timer);
    if (!current) {
      timer = setTimeout(() => void leave(), idleMs).unref();
      return;
    }
    worker ??= start();
    timer = setTimeout(() => fail(new Error('a document took too long')), timeoutMs);
    worker.postMessage(current.job);
  };
  return {
    set(job) {
      const key = keyOf(job);
      return cache.get(key, () => {
        if (waiting.length >= mostWaiting) throw new Problem('busy', { retryAfterSeconds: 5 });
        return new Promise<Buffer>((resolve, reject) => {
          waiting.push({ job, resolve, reject });
          next();
        });
      });
    },
    async stop() {
      const left = [...(current ? [current] : []), ...waiting.splice(0)];
      current = undefined;
      await leave();
      for (const { reject } of left) reject(new Problem('busy', { retryAfterSeconds: 5 }));
    },
  };
}

function keyOf({ template, data, files, format }: Job): string {
  const hash = createHash('sha256').update(`${format} ${template}\n${data}\n`);
  for (const [name, bytes] of Object.entries(files)) hash.update(name).update(bytes);
  return hash.digest('base64url');
}
