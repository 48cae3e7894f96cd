import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import type { ScreenPlace } from './places.ts';

export const screenVariants = [
  { name: 'light', width: 1_280, minHeight: 800, maxHeight: 1_400, colorScheme: 'light' },
  { name: 'dark', width: 1_280, minHeight: 800, maxHeight: 800, colorScheme: 'dark' },
  { name: 'narrow', width: 360, minHeight: 780, maxHeight: 1_400, colorScheme: 'light' },
] as const;
export type ScreenVariant = (typeof screenVariants)[number];

/** A browser with a stopped clock, so that relative times are constant. */
export async function openScreenBrowser(
  browser: Browser,
  site: string,
  { cookie, accountId }: { cookie: string; accountId: string },
  { width, minHeight, colorScheme }: ScreenVariant,
  now: Date,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: minHeight },
    // Narrow windows simulate touch.
    ...{ hasTouch: width < 768, isMobile: width < 768 },
    ...{ colorScheme, reducedMotion: 'reduce' },
    ...{ locale: 'en-GB', timezoneId: 'Europe/Oslo' },
  });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  if (cookie) await context.addCookies([{ name, value, url: site }]);
  await context.clock.setFixedTime(now);
  // Without hints for new users.
  await context.addInitScript(
    (id) => localStorage.setItem(`insignia.seen.${id}`, 'yes'),
    accountId,
  );
  return context;
}

const isServerPage = (by: ScreenPlace['by']) => by === 'anyone' || by === 'recipient';

/** Opens a screen, prepares it, and takes a picture of as much as allowed. */
export async function takeScreenshot(
  page: Page,
  site: string,
  { accountId }: { accountId: string },
  { path, by, isWhole, prepare }: ScreenPlace,
  { width, minHeight, maxHeight }: ScreenVariant,
): Promise<Buffer> {
  await page.goto(site + (isServerPage(by) ? path : `/app/${accountId}${path}`));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await loaded(page);
  await prepare?.(page);
  await loaded(page);
  // Lazily rendered content may be taller than estimated.
  for (let look = 0; !isWhole && look < 2; look += 1) {
    const needed = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(Math.max(needed, minHeight), maxHeight) });
    await loaded(page);
  }
  await page.evaluate(() => {
    scrollTo(0, 0);
    // Newly visible content renders in the next frame.
    return new Promise<void>((drawn) =>
      requestAnimationFrame(() => requestAnimationFrame(() => drawn())),
    );
  });
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** Waits for fonts and pictures, with no skeletons left. Some screens never stop polling. */
async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[role="status"][aria-label="Loading"]') &&
      document.fonts.status === 'loaded' &&
      Array.from(document.images).every(
        (image) =>
          image.complete ||
          !image.checkVisibility() ||
          image.getBoundingClientRect().top > innerHeight,
      ),
  );
}

export const toWebp = (png: Buffer): Promise<Buffer> =>
  sharp(png).webp({ quality: 46, effort: 6, smartSubsample: true }).toBuffer();

const columns = 3;

const folder = '../../docs/screens';

/** The picture in light mode, and a caption with links to the others. */
const cell = ({ name, title }: ScreenPlace): string =>
  `![](${folder}/${name}-light.webp)<br>${title} · [dark](${folder}/${name}-dark.webp) · [phone](${folder}/${name}-narrow.webp)`;

/** The gallery page. */
export function writeReadme(places: readonly ScreenPlace[]): string {
  const cells = places.map(cell);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row * columns + column] ?? ''),
  );
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [
    '# Screens',
    '',
    'A sample university, taken by `npm run screens`. `SCREENS=overview,mail npm run screens` takes only those screens.',
    '',
    line(Array(columns).fill(' ')),
    line(Array(columns).fill('---')),
    ...rows.map(line),
    '',
  ].join('\n');
}
