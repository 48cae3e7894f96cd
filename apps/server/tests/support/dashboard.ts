import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { violationsOn } from './axe.ts';
import { visit } from './browser.ts';
import { pngBytes } from './images.ts';
import type { Instance } from './instance.ts';
import type { Owner } from './people.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A browser in which somebody is signed in, at a place of their dashboard. */
export async function openDashboard(
  browser: Browser,
  { url }: Instance,
  { cookie, accountId }: Pick<Owner, 'cookie' | 'accountId'>,
  place = '',
): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await visit(browser, url, '/sign-in');
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(`${url}/app/${accountId}${place}`);
  await heading(page).waitFor();
  return { page, complaints };
}

/** What the screen is called. */
export const heading = (page: Page, name?: string): Locator =>
  page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name, exact: true }) });

/** The file of a badge's picture, as a person chooses it. */
export async function pictureFile(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return {
    name: 'badge.png',
    mimeType: 'image/png',
    buffer: await pngBytes(512, 512),
  };
}

/** All that a new badge has to have, as somebody says it there. */
export async function fillInBadge(page: Page, name: string): Promise<void> {
  const field = (label: string) => page.getByRole('textbox', { name: label });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await pictureFile());
  await field('Name').fill(name);
  await field('Description').fill('Sails');
  await field('Criteria').fill('Sailed');
}

/** Goes on with Tab until that has the focus: whoever has no mouse gets there too. */
export function tabTo(page: Page, role: Role, name: string): Promise<void> {
  return tabOnTo(page, page.getByRole(role, { name, exact: true }), `${role} “${name}”`);
}

/** The same to what has no role, such as a field for a password. */
export async function tabOnTo(page: Page, wanted: Locator, what: string): Promise<void> {
  await wanted.waitFor();
  const most = 80;
  for (let steps = 0; steps < most; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${what} is not reached with Tab`);
}

/** However many processes there are, what axe finds is the same, and takes most of a look's time: it is asked where there is one. */
const isSplit = process.env.TEST_TOPOLOGY === 'split';

/** What stands in anybody's way: by axe, and whatever makes the page scroll to the side. */
export async function obstaclesOn(page: Page, what: string, rules?: string[]): Promise<string[]> {
  // What fades in has other colours on its way.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  const violations = isSplit ? [] : await violationsOn(page, rules);
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${what}: ${id}: ${html}\n${failureSummary}`),
  );
  // What stands beyond the edge of a table's frame is as hard to find as what stands beyond the page's.
  const wide = await page.evaluate(() => {
    const frames = [...document.querySelectorAll('table')].map((table) => table.parentElement);
    return [document.documentElement, ...frames]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth)
      .map((element) => `${element?.tagName} ${element?.scrollWidth} on ${element?.clientWidth}`);
  });
  return [...told, ...wide.map((size) => `${what}: pixels wide: ${size}`)];
}

/** Presses what may have the dialog of an ended session before it, where something that was still asked for has noticed first. */
export const pressBelow = (what: Locator): Promise<void> => what.dispatchEvent('click');

export const widths = [1_280, 360];
/** With the rules that a theme can break: in the second one only colours are others. */
const themes = [
  ['light', undefined],
  ['dark', ['color-contrast']],
] as const;

/** The same wide and narrow, in light and dark. */
export async function lookEverywhere(page: Page, what: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths)
    for (const [colorScheme, rules] of themes) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
      found.push(
        ...(await obstaclesOn(
          page,
          `${what}, ${width} pixels, ${colorScheme}`,
          rules && [...rules],
        )),
      );
    }
  return found;
}
