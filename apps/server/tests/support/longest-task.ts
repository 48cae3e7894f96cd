import type { Browser, Page } from 'playwright-core';

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  args: { name?: string };
  /** CPU time in microseconds, independent of other load. */
  tdur?: number;
};

/** Longest task in milliseconds while `work` runs. */
export async function measureLongestTask(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const getThread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(getThread),
  );
  const tasks = traceEvents.filter((event) => event.tdur && pages.has(getThread(event)));
  if (tasks.length === 0) throw new Error('nothing was traced');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
