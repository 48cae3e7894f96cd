import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the thread. The first message to a host. */
export type Start = { script: string; data: unknown; maxMemory: number };

export type ToHost =
  | { start: Start }
  | { message: unknown }
  | { cpuUsage: { id: number; before: NodeJS.CpuUsage | undefined } };

export type FromHost =
  | { message: unknown }
  | { error: { message: string; code: string | undefined } }
  | { cpuUsage: { id: number; used: NodeJS.CpuUsage } };

/** A thread of this process (`Worker`), or one in a process of its own. */
export type RunningThread = EventEmitter & {
  /** -1 after the end. */
  readonly threadId: number;
  postMessage: (message: unknown) => void;
  cpuUsage: (before?: NodeJS.CpuUsage) => Promise<NodeJS.CpuUsage>;
  unref: () => void;
  terminate: () => Promise<unknown>;
};

/** As Node names the error of a thread that reached its memory limit. */
export const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

/** Crashes, for example when V8 can't allocate memory. Something else sends other signals. */
const crashSignals = new Set(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP']);

/** Settings of the memory allocator, and of Node's own files. The process gets no secrets. */
const passedVariables = [
  'LD_LIBRARY_PATH',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'NODE_COMPILE_CACHE',
];

const hostProgram = fileURLToPath(new URL('./host.ts', import.meta.url));
// Strangers would fill the disk with core dumps. Only a shell can turn them off. If the memory of the machine is
// exhausted, Linux ends this process first.
const lowered = 'ulimit -c 0; echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$0" "$@"';

/**
 * Starts a thread in a process of its own. V8 aborts the whole process if a thread allocates much more at
 * once than its limit leaves, and so do crashes of native code.
 */
export function startHostedThread(start: Start): RunningThread {
  const { env } = process;
  const host = spawn('/bin/sh', ['-c', lowered, process.execPath, hostProgram], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: Object.fromEntries(
      passedVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
    ),
  });
  const thread = new HostedThread(host);
  thread.send({ start });
  return thread;
}

class HostedThread extends EventEmitter implements RunningThread {
  readonly #host: ChildProcess;
  readonly #asked = new Map<number, (used: NodeJS.CpuUsage | undefined) => void>();
  readonly #ended = Promise.withResolvers<void>();
  #lastId = 0;
  threadId = 1;

  constructor(host: ChildProcess) {
    super();
    this.#host = host;
    host.on('message', (message: FromHost) => this.#receive(message));
    // Without a process, no exit follows.
    host.on('error', (error) => {
      if (host.pid === undefined) this.#end(() => this.emit('error', error));
    });
    // Messages that the process sent before its end may arrive after it.
    const disconnected = new Promise((resolve) => host.once('disconnect', resolve));
    host.on('exit', async (code, signal) => {
      await disconnected;
      this.#end(() => {
        if (signal && crashSignals.has(signal)) this.emit('error', createCrashError(signal));
        else this.emit('exit', signal ?? code);
      });
    });
  }

  send(message: ToHost): void {
    // If the process is gone, its exit says so. If none could start, for example because the descriptors are
    // exhausted, there is no channel either, and an error follows.
    this.#host.send?.(message, () => {});
  }

  postMessage(message: unknown): void {
    this.send({ message });
  }

  async cpuUsage(before?: NodeJS.CpuUsage): Promise<NodeJS.CpuUsage> {
    const { promise, resolve } = Promise.withResolvers<NodeJS.CpuUsage | undefined>();
    const id = ++this.#lastId;
    this.#asked.set(id, resolve);
    this.send({ cpuUsage: { id, before } });
    const used = this.threadId === -1 ? undefined : await promise;
    if (!used) throw new Error('the thread has ended');
    return used;
  }

  unref(): void {
    this.#host.unref();
    this.#host.channel?.unref();
  }

  async terminate(): Promise<void> {
    this.#host.ref();
    this.#host.channel?.ref();
    this.#host.kill('SIGKILL');
    await this.#ended.promise;
  }

  #receive(received: FromHost): void {
    if ('message' in received) this.emit('message', received.message);
    else if ('error' in received)
      this.emit('error', Object.assign(new Error(received.error.message), received.error));
    else {
      const { id, used } = received.cpuUsage;
      this.#asked.get(id)?.(used);
      this.#asked.delete(id);
    }
  }

  #end(report: () => void): void {
    this.threadId = -1;
    for (const resolve of this.#asked.values()) resolve(undefined);
    this.#asked.clear();
    this.#ended.resolve();
    report();
  }
}

/** Most crashes are failed allocations, and each is what a job did. */
function createCrashError(signal: string): Error {
  return Object.assign(new Error(`its process crashed: ${signal}`), { code: OUT_OF_MEMORY });
}
