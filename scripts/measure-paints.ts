// First visits to the sample university of docs/screens with an empty browser: npm run paints.
// Reports the metrics behind Lighthouse's speed score
// (https://developer.chrome.com/docs/lighthouse/performance/performance-scoring), not the score:
// Lighthouse 13 has 176 MB.
import { cpus, loadavg } from 'node:os';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../apps/server/tests/support/browser.ts';
import { startInstance } from '../apps/server/tests/support/instance.ts';
import { createScreensWorld, worldSettings } from './screens/world.ts';

const rounds = 3;
type Visit = { first: number; largest: number; blocked: number; shift: number };

/** Observes from the start of the page. */
function watch(): void {
  const seen = { largest: 0, blocked: 0, shift: 0 };
  Object.assign(window, { seen });
  const on = (type: string, take: (entry: PerformanceEntry & { value: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as PerformanceEntry & { value: number });
    }).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  on('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50);
  });
  on('layout-shift', ({ value }) => {
    seen.shift += value;
  });
}

async function visit(browser: Browser, url: string, cookie: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1_350, height: 940 } });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  if (cookie) await context.addCookies([{ name, value, url: new URL(url).origin }]);
  await context.addInitScript(watch);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (new URL(page.url()).pathname !== new URL(url).pathname)
    throw new Error(`led to ${page.url()}`);
  const measured = await page.evaluate(() => ({
    ...(window as unknown as { seen: { largest: number; blocked: number; shift: number } }).seen,
    first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  await context.close();
  return measured;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Initial gzip size of the dashboard, as the budget counts it. */
async function firstLoad(url: string): Promise<string> {
  const read = async (path: string) => (await fetch(url + path)).bytes();
  const html = Buffer.from(await read('/app/')).toString();
  const formatKilobytes = async (ending: string): Promise<string> => {
    const paths = Array.from(
      html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g),
      ([, path = '']) => path,
    );
    const matching = paths.filter((path) => path.endsWith(ending));
    const sizes = await Promise.all(
      matching.map(async (path) => gzipSync(await read(path), { level: 9 }).length),
    );
    return `${(sizes.reduce((sum, size) => sum + size, 0) / 1_000).toFixed(1)} kB of ${ending.slice(1)} in ${matching.length} files`;
  };
  return `First load: ${await formatKilobytes('.js')}, ${await formatKilobytes('.css')}.`;
}

test('first visits', { timeout: 1_200_000 }, async () => {
  const [startedAt = 0] = loadavg();
  const [instance, browser] = await Promise.all([startInstance(worldSettings), openBrowser()]);
  let close = async () => {};
  try {
    const world = await createScreensWorld(instance);
    close = world.close;
    const { accountId, cookie, badgeId } = world;
    const app = `/app/${accountId}`;
    const pages = [
      ['overview', app, cookie],
      ['credentials', `${app}/credentials`, cookie],
      ['a badge', `${app}/badges/${badgeId}`, cookie],
      ['sign in', '/sign-in', ''],
    ] as const;
    console.log(await firstLoad(instance.url));
    console.log(
      '\n| page | first paint, ms | largest, ms | blocked, ms | shift |\n| --- | --- | --- | --- | --- |',
    );
    for (const [name, path, who] of pages) {
      const visits: Visit[] = [];
      for (let n = 0; n < rounds; n += 1)
        visits.push(await visit(browser, instance.url + path, who));
      const of = (kind: keyof Visit, digits = 0) =>
        median(visits.map((one) => one[kind])).toFixed(digits);
      console.log(
        `| ${name} | ${of('first')} | ${of('largest')} | ${of('blocked')} | ${of('shift', 3)} |`,
      );
    }
    const [ended = 0] = loadavg();
    console.log(
      `\nMedians of ${rounds}, ${cpus().length} cores, load ${startedAt.toFixed(1)} to ${ended.toFixed(1)}.`,
    );
  } finally {
    await browser.close();
    await close();
    await instance.stop();
  }
});
