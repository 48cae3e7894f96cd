// Regenerates docs/screens and scripts/screens/README.md: every dashboard screen of a sample
// university, light, dark and on a phone. npm run screens; SCREENS=overview,mail npm run screens
// for some only.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../apps/server/tests/support/browser.ts';
import { type Instance, startInstance } from '../apps/server/tests/support/instance.ts';
import { listScreens, type ScreenPlace } from './screens/places.ts';
import {
  openScreenBrowser,
  type ScreenVariant,
  screenVariants,
  takeScreenshot,
  toWebp,
  writeReadme,
} from './screens/screenshots.ts';
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
