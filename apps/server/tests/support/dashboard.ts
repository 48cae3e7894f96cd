import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { findViolations } from './axe.ts';
import { visit } from './browser.ts';
import { pngBytes } from './images.ts';
import type { Instance } from './instance.ts';
import type { Owner } from './people.ts';
import { isShort } from './test-form.ts';
import { waitForCondition } from './wait-for-condition.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A signed-in browser at a dashboard screen. */
export async function openDashboard(
  browser: Browser,
  { url }: Instance,
  { cookie, accountId }: Pick<Owner, 'cookie' | 'accountId'>,
  place = '',
): Promise<{ page: Page; complaints: string[] }> {
  const { page, complaints } = await visit(browser, url, `/app/${accountId}${place}`, { cookie });
  await findHeading(page).waitFor();
  return { page, complaints };
}

/** Shows another screen, completely. Within the app, because loading it costs more than a screen. */
export async function openScreen(page: Page, path: string): Promise<void> {
  const open = new Set<Request>();
  let count = 0;
  const note = (request: Request) => {
    count += 1;
    open.add(request);
  };
  const strike = (request: Request) => void open.delete(request);
  page.on('request', note).on('requestfinished', strike).on('requestfailed', strike);
  await page.evaluate((to) => {
    if (location.pathname === to) return;
    for (const heading of document.querySelectorAll('h1')) heading.dataset.previous = '';
    history.pushState(null, '', to);
  }, path);
  await page.locator('h1:not([data-previous])').waitFor();
  for (let before = -1; before !== count || open.size > 0; ) {
    before = count;
    await page.waitForFunction(() => !document.querySelector('[role="status"][aria-label]'));
    await sleep(250);
  }
  page.off('request', note).off('requestfinished', strike).off('requestfailed', strike);
}

/** The screen's heading. */
export const findHeading = (page: Page, name?: string): Locator =>
  page.getByRole('heading', { level: 1, ...(name === undefined ? {} : { name, exact: true }) });

/** A badge picture as a chosen file. */
export async function createPictureFile(): Promise<{
  name: string;
  mimeType: string;
  buffer: Buffer;
}> {
  return {
    name: 'badge.png',
    mimeType: 'image/png',
    buffer: await pngBytes(512, 512),
  };
}

/** Fills in the required fields of a badge. */
export async function fillInBadge(page: Page, name: string): Promise<void> {
  const field = (label: string) => page.getByRole('textbox', { name: label });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(await createPictureFile());
  await field('Name').fill(name);
  await field('Description').fill('Sails');
  await field('Criteria').fill('Sailed');
}

/** Tabs until the element has the focus, which proves keyboard access. */
export function tabTo(page: Page, role: Role, name: string): Promise<void> {
  return tabToLocator(page, page.getByRole(role, { name, exact: true }), `${role} “${name}”`);
}

/** For elements without a role, such as password fields. */
export async function tabToLocator(page: Page, target: Locator, what: string): Promise<void> {
  await target.waitFor();
  const limit = 80;
  for (let steps = 0; steps < limit; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`${what} is not reached with Tab`);
}

/** Waits before keys are sent: a page gives a field the focus some time after it shows the field. */
export async function waitForFocus(target: Locator): Promise<void> {
  await target.waitFor();
  await waitForCondition('the focus', () =>
    target.evaluate((element) => element === document.activeElement),
  );
}

/** axe results don't depend on the number of processes, and it is slow. */
const isSplit = process.env.TEST_TOPOLOGY === 'split';

/** axe violations, by all or some rules, and horizontal scrolling. */
export async function findObstacles(
  page: Page,
  what: string,
  rules?: string[],
  checksContrast?: boolean,
): Promise<string[]> {
  // Colors differ during fade-ins.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  const violations =
    isSplit || rules?.length === 0 ? [] : await findViolations(page, rules, checksContrast);
  const violationLines = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${what}: ${id}: ${html}\n${failureSummary}`),
  );
  // Overflow within a table's frame counts too.
  const wide = await page.evaluate(() => {
    const frames = [...document.querySelectorAll('table')].map((table) => table.parentElement);
    return [document.documentElement, ...frames]
      .filter((element) => element !== null && element.scrollWidth > element.clientWidth)
      .map((element) => `${element?.tagName} ${element?.scrollWidth} on ${element?.clientWidth}`);
  });
  return [...violationLines, ...wide.map((size) => `${what}: pixels wide: ${size}`)];
}

/** Clicks an element that the session dialog may cover. */
export const pressCovered = (what: Locator): Promise<void> => what.dispatchEvent('click');

export const pageWidths = [1_280, 360];
type Look = { width: number; colorScheme: 'light' | 'dark'; rules?: string[] };
/** In the second theme of a width, only colors differ. */
const allLooks: Look[] = pageWidths.flatMap((width): Look[] => [
  { width, colorScheme: 'light' },
  { width, colorScheme: 'dark', rules: ['color-contrast'] },
]);
/** Narrow and dark finds the most. The journeys of the tests show each screen wide and light. */
const shortLooks: Look[] = [
  { width: 1_280, colorScheme: 'dark', rules: [] },
  { width: 360, colorScheme: 'dark' },
];
const looks = isShort ? shortLooks : allLooks;

/** Wide and narrow, light and dark. */
export async function findObstaclesEverywhere(
  page: Page,
  what: string,
  checksContrast?: boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    const where = `${what}, ${width} pixels, ${colorScheme}`;
    found.push(...(await findObstacles(page, where, rules, checksContrast)));
  }
  return found;
}
