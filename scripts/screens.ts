// Regenerates docs/screens and scripts/screens/README.md: every dashboard screen of a sample
// university, light, dark and on a phone. npm run screens; SCREENS=overview,mail npm run screens
// for some only.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../apps/server/tests/support/browser.ts';
import { type Instance, startInstance } from '../apps/server/tests/support/instance.ts';
import { listScreens, type ScreenPlace } from './screens/places.ts';
import { createScreensWorld, type ScreensWorld, worldSettings } from './screens/world.ts';

const folder = new URL('../docs/screens/', import.meta.url);
const requestedScreens = process.env.SCREENS?.split(',');

async function drawAll(
  { url, clock }: Instance,
  browser: Browser,
  world: ScreensWorld,
  places: readonly ScreenPlace[],
  look: ScreenVariant,
): Promise<void> {
  const nobody = { cookie: '', accountId: '' };
  const { newcomer, recipient } = world;
  const viewers = { university: world, newcomer, recipient, anyone: nobody };
  for (const [viewer, eyes] of Object.entries(viewers)) {
    const context = await openScreenBrowser(browser, url, eyes, look, clock.now());
    for (const place of places.filter(({ by = 'university' }) => by === viewer)) {
      if (requestedScreens?.includes(place.name) === false) continue;
      const page = await context.newPage();
      const picture = await takeScreenshot(page, url, eyes, place, look);
      await writeFile(new URL(`${place.name}-${look.name}.webp`, folder), await toWebp(picture));
      await page.close();
    }
    await context.close();
  }
}

test('every screen is drawn', { timeout: 900_000 }, async () => {
  const [instance, browser] = await Promise.all([startInstance(worldSettings), openBrowser()]);
  let close = async () => {};
  try {
    const world = await createScreensWorld(instance);
    close = world.close;
    const places = listScreens(world);
    await mkdir(folder, { recursive: true });
    for (const look of screenVariants) await drawAll(instance, browser, world, places, look);
    const known = places.flatMap(({ name }) =>
      screenVariants.map((look) => `${name}-${look.name}.webp`),
    );
    for (const file of await readdir(folder))
      if (file.endsWith('.webp') && !known.includes(file)) await rm(new URL(file, folder));
    await writeFile(new URL('screens/README.md', import.meta.url), writeReadme(places));
  } finally {
    await browser.close();
    await close();
    await instance.stop();
  }
});

const screenVariants = [
  { name: 'light', width: 1_280, minHeight: 800, maxHeight: 1_400, colorScheme: 'light' },
  { name: 'dark', width: 1_280, minHeight: 800, maxHeight: 800, colorScheme: 'dark' },
  { name: 'narrow', width: 360, minHeight: 780, maxHeight: 1_400, colorScheme: 'light' },
] as const;
type ScreenVariant = (typeof screenVariants)[number];

/** A browser with a stopped clock, so that relative times are constant. */
async function openScreenBrowser(
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
async function takeScreenshot(
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

const toWebp = (png: Buffer): Promise<Buffer> =>
  sharp(png).webp({ quality: 46, effort: 6, smartSubsample: true }).toBuffer();

const columns = 3;
/** From the README. */
const pictures = '../../docs/screens';

/** The picture in light mode, and a caption with links to the others. */
const cell = ({ name, title }: ScreenPlace): string =>
  `![](${pictures}/${name}-light.webp)<br>${title} · [dark](${pictures}/${name}-dark.webp) · [phone](${pictures}/${name}-narrow.webp)`;

/** The gallery page. */
function writeReadme(places: readonly ScreenPlace[]): string {
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
