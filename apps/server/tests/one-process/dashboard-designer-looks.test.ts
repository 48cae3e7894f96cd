import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPalette, templates, writeDesign } from '@insignia/design';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { findHeading, findObstacles, findObstaclesEverywhere } from '../support/dashboard.ts';
import { button, createDesignerOpener, field, findPoint, layer } from '../support/designer.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createIssuer, createOwner, type Owner } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

let instance: Instance;
let browser: Browser;
let owner: Owner;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
  owner = await createOwner(instance);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

/** Minimum size of the picture per window. */
const windows = [
  { width: 1_000, height: 700, minHeight: 540 },
  { width: 1_024, height: 768, minHeight: 570, isTouch: true },
  { width: 768, height: 1_024, minHeight: 520, isTouch: true },
  { width: 844, height: 390, minHeight: 270, isTouch: true },
  { width: 360, height: 740, minHeight: 270, isTouch: true },
];

const designJson = () => {
  const words = { title: 'First Aid', issuer: 'Red River College', icon: 'heart' };
  const [template] = templates;
  return writeDesign((template ?? assert.fail()).make(createPalette('#8a1538'), words));
};

/** Focused elements that are hidden, tabbing backward. */
const hiddenWithFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, textarea, select, input')]
      .filter((element) => element.checkVisibility() && element.closest('[data-whole]'))
      .reverse()
      .filter((element) => {
        element.focus();
        const { left, top, width, height } = element.getBoundingClientRect();
        const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
        return !topmost || !(element.contains(topmost) || topmost.contains(element));
      })
      .map((element) => element.outerHTML.slice(0, 90)),
  );

test('the picture uses the available space in windows of any shape, and every control is reachable', async () => {
  const { context, open, closeAll } = await createDesignerOpener(
    browser,
    instance,
    owner,
    await createIssuer(owner),
  );
  const { badgeId } = await open({ designJson: designJson() });
  const found: string[] = [];
  for (const { width, height, minHeight, isTouch = false } of windows) {
    const own = await browser.newContext({
      ...{ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch },
      storageState: await context.storageState(),
    });
    const page = await own.newPage();
    await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/design`);
    await layer(page, 'Title').click();
    const what = `${width} by ${height}`;
    const [from, to] = [await findPoint(page, 0, 0), await findPoint(page, 1_024, 1_024)];
    const side = to.x - from.x;
    if (side < minHeight) found.push(`${what}: the picture has ${side}`);
    found.push(...(await findObstacles(page, what, isShort ? [] : undefined)));
    for (const name of [
      'Surprise me',
      'Laurel',
      'Duplicate',
      'Save',
      'Zoom in',
      'Align top',
      'Seal',
    ]) {
      const one = button(page, name).first();
      await one.scrollIntoViewIfNeeded();
      // Nothing covers it.
      await one.click({ trial: true });
    }
    for (const name of ['Text', 'Shadow']) await field(page, name).click({ trial: true });
    found.push(...(await hiddenWithFocus(page)).map((one) => `${what}: ${one} is covered`));
    await own.close();
  }
  assert.deepEqual(found, []);
  await closeAll();
});

test('the designer is accessible and fits from 360 to 1920 pixels, and other pages do not load it', async () => {
  const { open } = await createDesignerOpener(browser, instance, owner, await createIssuer(owner));
  const { page, complaints } = await open({ designJson: designJson() });
  await layer(page, 'Title').click();
  const found = await findObstaclesEverywhere(page, 'designer', true);
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  found.push(...(await findObstacles(page, '1920 pixels', ['color-contrast'])));
  for (const [name, title] of [
    ['Templates', 'Templates'],
    ['Add icon', 'Icon'],
    ['Preview', 'Preview'],
  ] as const) {
    await page.setViewportSize({ width: 360, height: 800 });
    await button(page, name).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    found.push(...(await findObstacles(page, name, undefined, true)));
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  assert.deepEqual(found, []);
  assert.deepEqual(complaints, []);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${instance.url}/app/${owner.accountId}/badges`);
  await findHeading(page, 'Badges').waitFor();
  await waitForCondition('all has come', async () => requests.length > 3);
  assert.deepEqual(
    requests.filter((url) => /design|drawer|harfbuzz|\.ttf/.test(url)),
    [],
  );
});
