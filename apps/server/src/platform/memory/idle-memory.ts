import { millisecondsSinceRequest } from '../limits/call-context.ts';

const WINDOW_MS = 60_000;
/** Share of one processor. Health checks and timers need less, a busy service and jobs more. */
const MAX_IDLE_SHARE = 0.05;

/** `cpuMs` is the processor time of the last minute. */
type Activity = { cpuMs: number; sinceRequestMs: number };

/** Decides when to collect garbage: in the first idle minute after each busy time. */
export function createIdleRule(): (activity: Activity) => boolean {
  // The start is a busy time.
  let wasBusy = true;
  return ({ cpuMs, sinceRequestMs }) => {
    const isBusy = cpuMs >= WINDOW_MS * MAX_IDLE_SHARE;
    const isDue = wasBusy && !isBusy && sinceRequestMs >= WINDOW_MS;
    wasBusy = isBusy || (wasBusy && !isDue);
    return isDue;
  };
}

/**
 * Returns memory to the system after a busy time. V8 collects garbage when a program allocates, so an
 * idle process would keep its garbage and its free pages. Measured: 100 MiB after a minute of
 * overload. The collection stops the process for 0.2 s, so it doesn't run while clients send requests.
 */
export function returnIdleMemory(collect = globalThis.gc): () => Promise<void> {
  if (!collect) return async () => {};
  const isDue = createIdleRule();
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    // A less thorough collection frees pages but doesn't return them.
    if (isDue({ cpuMs: (user + system) / 1_000, sinceRequestMs: millisecondsSinceRequest() }))
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, WINDOW_MS).unref();
  return async () => clearInterval(timer);
}
