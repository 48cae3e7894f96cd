import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  findHeading,
  findObstacles,
  findObstaclesEverywhere,
  openDashboard,
  openScreen,
  pageWidths,
} from '../support/dashboard.ts';
import { createBadge, createIssuer, createOwner, issueAward } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { useInstanceAndBrowser } from '../support/use-instance.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

const { instance, browser } = await useInstanceAndBrowser();

test('every screen is accessible and fits, wide and narrow, in light and dark', async () => {
  const owner = await createOwner(instance);
  const issuerId = await createIssuer(owner);
  const name = `Extraordinarily ${'Long'.repeat(40)}`;
  const badgeId = await createBadge(owner, issuerId, { name });
  const awardId = await issueAward(owner, badgeId, {
    recipient: { name, email: `${'long'.repeat(15)}@example.org` },
  });
  await owner.api('POST', `/awards/${awardId}/send`, {
    parameters: { email: `${'long'.repeat(15)}@example.org` },
  });
  await waitForCondition('the mail is sent', async () => {
    const body = await owner.insignia.mail.list({ state: 'sent' });
    return body.items.length > 0;
  });
  const unverified = await createIssuer(owner, { email: 'registrar@looks.example' });
  const { recipientId } = await owner.insignia.credentials.get({ awardId });
  await owner.insignia.webhooks.create({ url: `https://hooks.example/${'long'.repeat(20)}` });
  const places = [
    '',
    '/issuers',
    '/issuers/new',
    `/issuers/${unverified}`,
    '/badges',
    '/badges/new',
    `/badges/${badgeId}`,
    `/badges/${badgeId}/edit`,
    '/issue',
    '/credentials',
    `/credentials/${awardId}`,
    '/recipients',
    `/recipients/${recipientId}`,
    '/keys',
    '/mail',
    '/webhooks',
    '/imports',
    '/imports/new',
    '/imports/redirects',
    '/provisioning',
    '/team',
    '/audit',
    '/account',
    '/nowhere',
  ];
  // Two in parallel, in separate processes.
  const sides = [0, 1].map(async (side) => {
    const { page } = await openDashboard(browser, instance, owner);
    const found: string[] = [];
    for (const place of places.filter((_, at) => at % 2 === side)) {
      await openScreen(page, `/app/${owner.accountId}${place}`);
      found.push(...(await findObstaclesEverywhere(page, place, true)));
    }
    return found;
  });
  assert.deepEqual((await Promise.all(sides)).flat(), []);
});

/** Cramped text, fields or tables. */
const squeezedOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const describeElement = (element: Element) =>
      `${element.tagName} “${element.textContent?.trim().slice(0, 30)}”`;
    // Text for screen readers only takes one pixel.
    const isSeen = (element: Element) => (element.closest('td, li')?.clientWidth ?? 2) > 1;
    const texts = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) =>
        element.children.length === 0 &&
        (element.textContent?.trim().length ?? 0) > 5 &&
        isSeen(element),
    );
    const thin = texts.filter(
      ({ offsetWidth, offsetHeight }) =>
        offsetWidth > 2 && offsetWidth < 48 && offsetHeight > 3 * offsetWidth,
    );
    const fields = [
      ...document.querySelectorAll('main input:is([type="search"], [inputmode="email"])'),
    ];
    const short = fields.filter(({ clientWidth }) => clientWidth < 120);
    const frames = [...document.querySelectorAll('table')].map((table) => table.parentElement);
    const wide = frames.filter((frame) => frame && frame.scrollWidth > frame.clientWidth);
    return [...thin, ...short, ...wide].map((element) => (element ? describeElement(element) : ''));
  });

test('no screen is squeezed when a side bar leaves little room', async () => {
  const owner = await createOwner(instance);
  const badgeId = await createBadge(owner, await createIssuer(owner));
  await issueAward(owner, badgeId);
  await createIssuer(owner, { name: 'University of Somewhere', email: 'registrar@narrow.example' });
  const { page } = await openDashboard(browser, instance, owner);
  const found: string[] = [];
  const places = [
    '',
    '/issuers',
    '/badges',
    '/credentials',
    '/recipients',
    '/mail',
    '/keys',
    '/team',
    '/audit',
  ];
  for (const place of places) {
    await openScreen(page, `/app/${owner.accountId}${place}`);
    for (const width of [768, 900]) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await squeezedOn(page)).map((what) => `${place}, ${width} pixels: ${what}`));
    }
  }
  assert.deepEqual(found, []);
});

test('a list of texts without links is accessible and is no scrollable region', async () => {
  const owner = await createOwner(instance);
  await createIssuer(owner, { email: 'registrar@words.example' });
  await waitForCondition('the code is sent', async () => {
    const { items } = await owner.insignia.mail.list({ state: 'sent' });
    return items.length > 0;
  });
  const { page } = await openDashboard(browser, instance, owner, '/mail');
  await page.getByText('registrar').waitFor();
  assert.deepEqual(await findObstaclesEverywhere(page, 'mail about no credential'), []);
});

test('the screens of a new account, and overlays above a screen, are accessible and fit', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner);
  await page.getByRole('link', { name: 'Register an issuer' }).waitFor();
  const found = await findObstaclesEverywhere(page, 'overview of a newcomer', true);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Badges' }).waitFor();
  found.push(...(await findObstacles(page, 'the drawer', undefined, true)));
  await page.getByRole('dialog').getByRole('link', { name: 'Badges' }).click();
  await page.getByText('No badges yet').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  found.push(...(await findObstaclesEverywhere(page, 'no badges', true)));
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  found.push(...(await findObstaclesEverywhere(page, 'keys', true)));
  assert.deepEqual(found, []);
});

test('right-to-left layout mirrors every screen, and nothing is too wide', async () => {
  const owner = await createOwner(instance);
  await createBadge(owner, await createIssuer(owner));
  const { page } = await openDashboard(browser, instance, owner);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl'));
  });
  const found: string[] = [];
  const rules = isShort ? [] : ['color-contrast'];
  for (const place of ['', '/issue', '/credentials', '/issuers/new']) {
    await page.goto(`${instance.url}/app/${owner.accountId}${place}`);
    await findHeading(page).waitFor();
    await page.waitForLoadState('networkidle');
    for (const width of pageWidths) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await findObstacles(page, `${place}, ${width} pixels, rtl`, rules)));
    }
    await page.setViewportSize({ width: 1_280, height: 800 });
    const bar = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
    assert.ok(bar && bar.x > 1_000, `${place}: the side bar is at ${bar?.x}`);
  }
  assert.deepEqual(found, []);
});
