import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paletteOf, templates, writeDesign } from '@insignia/design';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { heading, lookEverywhere, obstaclesOn } from '../support/dashboard.ts';
import { button, designerFor, layer } from '../support/designer.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createIssuer, createOwner, type Owner } from '../support/people.ts';
import { until } from '../support/until.ts';

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

test('it is accessible and fits, from 360 to 1920 pixels, in light and dark; its pieces come only with it', async () => {
  const { open } = await designerFor(browser, instance, owner, await createIssuer(owner));
  const words = { title: 'First Aid', issuer: 'Red River College', icon: 'heart' };
  const [template] = templates;
  const designJson = writeDesign((template ?? assert.fail()).make(paletteOf('#8a1538'), words));
  const { page, complaints } = await open({ designJson });
  await layer(page, 'Title').click();
  const found = await lookEverywhere(page, 'designer');
  await page.setViewportSize({ width: 1_920, height: 1_080 });
  found.push(...(await obstaclesOn(page, '1920 pixels', ['color-contrast'])));
  for (const [name, title] of [
    ['Templates', 'Templates'],
    ['Add icon', 'Icon'],
    ['Preview', 'Preview'],
  ] as const) {
    await page.setViewportSize({ width: 360, height: 800 });
    await button(page, name).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    found.push(...(await obstaclesOn(page, name)));
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  assert.deepEqual(found, []);
  assert.deepEqual(complaints, []);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${instance.url}/app/${owner.accountId}/badges`);
  await heading(page, 'Badges').waitFor();
  await until('all has come', async () => asked.length > 3);
  assert.deepEqual(
    asked.filter((url) => /design|drawer|harfbuzz|\.ttf/.test(url)),
    [],
  );
});
