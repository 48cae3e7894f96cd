// The program of a process that runs one thread. Its own thread is always free to answer, and ends the
// process when its parent has ended.
import { Worker } from 'node:worker_threads';
import type { FromHost, Start, ToHost } from './hosted-thread.ts';

// A terminal or service manager sends them to all processes. The parent decides when this one ends.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// `exit` would wait for native code of the thread, perhaps forever.
process.on('disconnect', () => (thread ? process.kill(process.pid, 'SIGKILL') : process.exit()));

let thread: Worker | undefined;
process.on('message', (received: ToHost) => {
  if ('start' in received) thread = start(received.start);
  else if ('message' in received) thread?.postMessage(received.message);
  else {
    const { id, before } = received.cpuUsage;
    // A thread in native code doesn't report its own time, so the whole process counts.
    send({ cpuUsage: { id, used: process.cpuUsage(before) } });
  }
});

function start({ script, data, maxMemory }: Start): Worker {
  const started = new Worker(new URL(script), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxMemory },
  });
  started.on('message', (message) => send({ message }));
  started.on('error', ({ message, code }: NodeJS.ErrnoException) =>
    send({ error: { message, code } }),
  );
  // Messages that were sent before are delivered first.
  started.on('exit', (code) => {
    thread = undefined;
    process.exitCode = code;
    process.disconnect?.();
  });
  return started;
}

function send(message: FromHost): void {
  process.send?.(message, () => {});
}
