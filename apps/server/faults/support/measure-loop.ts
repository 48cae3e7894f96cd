// Loaded into the server with --import: tells, when asked, for how long its event loop was held up since it was last asked.
// Threads load it too, of which nobody asks.
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds: by the clock, and of the thread's own work, which others on the machine do not lengthen. */
export type Held = { clock: number; work: number };

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let work = 0;
let before = process.threadCpuUsage();
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  work = Math.max(work, user + system);
  before = process.threadCpuUsage();
}, 1).unref();

process.on('message', () => {
  process.send?.({ clock: delay.max / 1e6, work: work / 1e3 } satisfies Held);
  delay.reset();
  work = 0;
});
process.channel?.unref();
