// Regenerates docs/screens: every dashboard screen of a sample university, light, dark and on a
// phone. npm run screens; SCREENS=overview,mail npm run screens for some only.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../apps/server/tests/support/browser.ts';
import { type Instance, startInstance } from '../apps/server/tests/support/instance.ts';
import { asWebp, type Look, looks, photograph, sitDown } from './screens/camera.ts';
import { type Place, placesOf } from './screens/places.ts';
import { readmeOf } from './screens/readme.ts';
import { makeWorld, type World, worldSettings } from './screens/world.ts';

const folder = new URL('../docs/screens/', import.meta.url);
const wanted = process.env.SCREENS?.split(',');

async function drawAll(
  { url, clock }: Instance,
  browser: Browser,
  world: World,
  places: readonly Place[],
  look: Look,
): Promise<void> {
  const nobody = { cookie: '', accountId: '' };
  const viewers = { university: world, newcomer: world.newcomer, anyone: nobody };
  for (const [viewer, eyes] of Object.entries(viewers)) {
    const context = await sitDown(browser, url, eyes, look, clock.now());
    for (const place of places.filter(({ by = 'university' }) => by === viewer)) {
      if (wanted?.includes(place.name) === false) continue;
      const page = await context.newPage();
      const picture = await photograph(page, url, eyes, place, look);
      await writeFile(new URL(`${place.name}-${look.name}.webp`, folder), await asWebp(picture));
      await page.close();
    }
    await context.close();
  }
}

test('every screen is drawn', { timeout: 900_000 }, async () => {
  const [instance, browser] = await Promise.all([startInstance(worldSettings), openBrowser()]);
  let close = async () => {};
  try {
    const world = await makeWorld(instance);
    close = world.close;
    const places = placesOf(world);
    await mkdir(folder, { recursive: true });
    for (const look of looks) await drawAll(instance, browser, world, places, look);
    const known = places.flatMap(({ name }) => looks.map((look) => `${name}-${look.name}.webp`));
    for (const file of await readdir(folder))
      if (file.endsWith('.webp') && !known.includes(file)) await rm(new URL(file, folder));
    await writeFile(new URL('README.md', folder), readmeOf(places));
  } finally {
    await browser.close();
    await close();
    await instance.stop();
  }
});
