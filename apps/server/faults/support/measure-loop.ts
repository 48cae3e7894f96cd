// Loaded into the server with --import: reports the event loop delay since the last call, and the
// recorded routes. Worker threads load it too, unused.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listRoutes } from '../../tests/support/hostile/record-routes.ts';

/** Milliseconds by the clock, and of the thread's own CPU time. */
export type LoopDelay = { clock: number; work: number };

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let work = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  work = Math.max(work, user + system);
  before = process.threadCpuUsage();
}, 1).unref();

process.on('message', (word) => {
  if (word === 'routes') return void process.send?.(listRoutes());
  process.send?.({ clock: delay.max / 1e6, work: work / 1e3 } satisfies LoopDelay);
  delay.reset();
  work = 0;
});
process.channel?.unref();
