import type { Browser, Page } from 'playwright-core';

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** The processor's time in microseconds, which is the same however many others want it too. */
  tdur?: number;
};

/** For how many milliseconds at a time pages did nothing but one thing, while `work` was done. */
export async function longestTask(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.tdur && pages.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('nothing was traced');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
