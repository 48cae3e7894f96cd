import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { assertOk } from '../support/client.ts';
import { findClippedTexts } from '../support/clipped-texts.ts';
import { findHeading, openDashboard, pageWidths } from '../support/dashboard.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import {
  addMember,
  createBadge,
  createIssuer,
  createOwner,
  issueAward,
  type Owner,
} from '../support/people.ts';
import {
  buildPseudoDashboard,
  type PseudoDashboard,
  pseudoLocalize,
} from '../support/pseudo-locale.ts';
import { isShort } from '../support/test-form.ts';

let instance: Instance;
let browser: Browser;
let dashboard: PseudoDashboard;
before(async () => {
  // First, because the build blocks the process for longer than a database connection waits.
  dashboard = await buildPseudoDashboard();
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
});
after(async () => {
  // A page may still request a file.
  await browser.close();
  await dashboard.remove();
  await instance.stop();
});

const screens = ['', '/team', '/audit', '/account', '/issue'];

/** A user whose account has data for every screen. */
async function somebody(): Promise<Owner> {
  const [owner, editor] = [await createOwner(instance, 'starter'), await createOwner(instance)];
  await addMember(instance, owner, editor, 'editor');
  const badgeId = await createBadge(owner, await createIssuer(owner), { name: 'First steps' });
  await issueAward(owner, badgeId);
  const body = { parameters: { email: 'grace@example.org', role: 'viewer' } };
  assertOk(await owner.api('POST', '/members', body));
  return owner;
}

/** Container queries apply in the next frame. */
const drawnAnew = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

async function crampedEverywhere(page: Page, owner: Owner, how: string): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    await page.goto(`${instance.url}/app/${owner.accountId}${screen}`);
    await findHeading(page).waitFor();
    await page.waitForLoadState('networkidle');
    for (const width of pageWidths) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(drawnAnew);
      const cramped = await findClippedTexts(page);
      found.push(
        ...cramped.map((words) => `${screen || 'overview'}, ${width} pixels, ${how}: ${words}`),
      );
    }
  }
  return found;
}

test('texts in a language with longer words are neither cut off nor overlapping', async () => {
  const owner = await somebody();
  const { page, complaints } = await openDashboard(browser, instance, owner);
  await dashboard.serve(page);
  await page.goto(`${instance.url}/app/${owner.accountId}/team`);
  await findHeading(page, pseudoLocalize('Team')).waitFor();
  assert.deepEqual(await crampedEverywhere(page, owner, 'longer words'), []);
  assert.deepEqual(complaints, []);
});

test('right-to-left texts are neither cut off nor overlapping, in longer words and in our own', async () => {
  const owner = await somebody();
  const { page } = await openDashboard(browser, instance, owner);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl'));
  });
  const found = isShort ? [] : await crampedEverywhere(page, owner, 'rtl');
  await dashboard.serve(page);
  found.push(...(await crampedEverywhere(page, owner, 'rtl, longer words')));
  await page.setViewportSize({ width: 1_280, height: 800 });
  const bar = await page
    .getByRole('navigation', { name: pseudoLocalize('Main navigation') })
    .boundingBox();
  assert.ok(bar && bar.x > 1_000, `the side bar is at ${bar?.x}`);
  assert.deepEqual(found, []);
});

test('the check finds texts that are cut off, overlapping or beyond the edge', async () => {
  const owner = await createOwner(instance);
  const { page } = await openDashboard(browser, instance, owner);
  assert.deepEqual(await findClippedTexts(page), []);
  for (const [crime, form] of [
    [
      '<p style="inline-size:3rem;overflow:hidden;white-space:nowrap">A text that is cut off</p>',
      /cut off/,
    ],
    [
      '<p style="position:relative"><b>Below</b><i style="position:absolute;inset:0">Above</i></p>',
      /lies on/,
    ],
    ['<p style="position:absolute;inset-inline-start:-2rem">Beyond</p>', /beyond/],
    ['<input value="A value that is longer than its field" style="inline-size:4rem">', /cut off/],
  ] as const) {
    await page.evaluate((html) => {
      document.querySelector('#planted')?.remove();
      const planted = document.createElement('div');
      planted.id = 'planted';
      planted.innerHTML = html;
      for (const element of planted.querySelectorAll<HTMLElement>('[style]'))
        element.style.cssText = element.getAttribute('style') ?? '';
      document.querySelector('main')?.append(planted);
    }, crime);
    const found = await findClippedTexts(page);
    assert.ok(
      found.some((words) => form.test(words)),
      `${crime}: ${found.join('\n')}`,
    );
  }
});

test('pseudo-localization lengthens words and keeps placeholders', () => {
  const { length } = 'Save';
  assert.ok(pseudoLocalize('Save').length >= length * 1.4);
  assert.match(
    pseudoLocalize('{count, plural, one {# day} other {# days}} of {name}'),
    /^\{count, plural, one \{# [^a-z]+[^{}]*\} other \{# [^{}]+\}\} [^{}]+ \{name\}[^{}]*$/,
  );
});
