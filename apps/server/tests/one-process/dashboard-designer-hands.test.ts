import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { paletteOf, templates, writeDesign } from '@insignia/design';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import {
  button,
  designerFor,
  field,
  layer,
  layers,
  names,
  numberIn,
  pointOf,
} from '../support/designer.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createIssuer, createOwner } from '../support/people.ts';

/** What hands expect of a program for drawing, whatever they come from. */
let instance: Instance;
let browser: Browser;
let designer: Awaited<ReturnType<typeof designerFor>>;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
  const owner = await createOwner(instance);
  designer = await designerFor(browser, instance, owner, await createIssuer(owner));
});
afterEach(() => designer.closeAll());
after(async () => {
  await browser.close();
  await instance.stop();
});

const words = { title: 'First Aid', issuer: 'Red River College', icon: 'heart' };
async function openCrest() {
  const crest = templates.find(({ id }) => id === 'crest') ?? assert.fail();
  const opened = await designer.open({
    designJson: writeDesign(crest.make(paletteOf('#8a1538'), words)),
  });
  await layer(opened.page, 'Title').waitFor();
  return opened;
}
const isChosen = async (page: Page, name: string) =>
  (await layer(page, name).first().getAttribute('aria-pressed')) === 'true';
const picture = (page: Page) => page.getByRole('group', { name: 'Picture' });
const hasFocus = (page: Page) =>
  picture(page).evaluate((element) => element === document.activeElement);

test('Undo chooses again what a step was done to, Redo what it made', async () => {
  const { page, complaints } = await openCrest();
  const before = await names(page);
  await layer(page, 'Title').click();
  const x = await numberIn(page, 'X');
  await button(page, 'Duplicate').click();
  await button(page, 'Undo').click();
  assert.deepEqual(await names(page), before);
  assert.ok(await isChosen(page, 'Title'));
  assert.equal(await numberIn(page, 'X'), x);
  await button(page, 'Delete').click();
  await button(page, 'Undo').click();
  assert.ok(await isChosen(page, 'Title'));
  await button(page, 'Add shape').click();
  await layer(page, 'Title').click();
  await button(page, 'Undo').click();
  await button(page, 'Redo').click();
  assert.ok(await isChosen(page, 'Circle'));
  assert.deepEqual(complaints, []);
});

test('what changes nothing is nothing to undo or to save', async () => {
  const { page } = await openCrest();
  const isIdle = async () =>
    (await button(page, 'Undo').getAttribute('aria-disabled')) === 'true' &&
    (await page.getByText('Not saved yet').isHidden());
  await page.evaluate(() => localStorage.removeItem('insignia.layers'));
  await button(page, 'Paste').click();
  await picture(page).focus();
  await page.keyboard.press('ArrowLeft');
  await layers(page).locator('[data-layer]').first().click();
  await button(page, 'Bring to front').click();
  assert.ok(await isIdle());
});

test('Escape in a property puts back what was there before typing, and the keys go to the picture', async () => {
  const { page, complaints } = await openCrest();
  await layer(page, 'Title').click();
  for (const [name, typed] of [
    ['X', '77'],
    ['Opacity %', '900'],
    ['Text', 'Something else'],
    ['Layer name', 'Another'],
    ['Fill', '#ff0000'],
  ] as const) {
    const one = field(page, name);
    const before = await one.inputValue();
    await one.fill(typed);
    await page.keyboard.press('Escape');
    assert.equal(await one.inputValue(), before, name);
    assert.ok(await hasFocus(page), name);
  }
  assert.ok(await isChosen(page, 'Title'));
  const x = await numberIn(page, 'X');
  await page.keyboard.press('ArrowRight');
  assert.equal(await numberIn(page, 'X'), x + 1);
  // What was typed and taken by Enter stays, and so does what was done before the field was entered.
  await field(page, 'X').fill('40');
  await page.keyboard.press('Enter');
  await field(page, 'X').fill('50');
  await page.keyboard.press('Escape');
  assert.equal(await numberIn(page, 'X'), 40);
  await page.keyboard.press('Shift+ArrowRight');
  await field(page, 'Y').focus();
  await page.keyboard.press('Escape');
  assert.equal(await numberIn(page, 'X'), 50);
  await field(page, 'Shadow').focus();
  await page.keyboard.press('Escape');
  assert.ok((await hasFocus(page)) && (await isChosen(page, 'Title')));
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Background' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a layer is renamed in the list, by double click or F2', async () => {
  const { page, complaints } = await openCrest();
  const at = (await names(page)).indexOf('Title');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await layer(page, 'Title').dblclick();
  await page.getByLabel('Rename Title').fill('Heading');
  await page.keyboard.press('Enter');
  assert.equal((await names(page))[at], 'Heading');
  assert.equal(await focused(), 'Heading');
  assert.equal(await field(page, 'Layer name').inputValue(), 'Heading');
  await page.keyboard.press('F2');
  await page.keyboard.type('Nothing');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  assert.equal(await focused(), 'Heading');
  await page.keyboard.press('F2');
  await page.getByLabel('Rename Heading').fill(' ');
  await field(page, 'X').focus();
  assert.equal((await names(page))[at], 'Heading');
  await layer(page, 'Heading').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('Top');
  await field(page, 'X').focus();
  assert.equal((await names(page))[at], 'Top');
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  assert.equal((await names(page))[at], 'Title');
  assert.deepEqual(complaints, []);
});

test('leaving asks about what was drawn', async () => {
  const { page } = await openCrest();
  await button(page, 'Add shape').click();
  await page.getByRole('link', { name: 'Back to the badge' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByText('What you have drawn since the last save will be lost.').waitFor();
});

for (const direction of ['ltr', 'rtl'] as const)
  test(`the picture stands beside the zoom bar where lines run ${direction}`, async () => {
    const { page } = await openCrest();
    await page.addInitScript((dir) => {
      addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', dir));
    }, direction);
    for (const [width, height, orientation] of [
      [1_000, 700, 'horizontal'],
      [1_024, 480, 'vertical'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await layer(page, 'Title').waitFor();
      const bar = page.getByRole('toolbar', { name: 'View' });
      assert.equal(await bar.getAttribute('aria-orientation'), orientation);
      const box = (await bar.boundingBox()) ?? assert.fail();
      const stage = (await picture(page).boundingBox()) ?? assert.fail();
      const [start, end] = [await pointOf(page, 0, 0), await pointOf(page, 1_024, 1_024)];
      const isApart =
        box.y >= end.y || (direction === 'ltr' ? box.x >= end.x : box.x + box.width <= start.x);
      assert.ok(isApart, JSON.stringify({ box, start, end }));
      // In the middle of its side.
      const aside =
        orientation === 'vertical'
          ? box.y + box.height / 2 - stage.y - stage.height / 2
          : box.x + box.width / 2 - stage.x - stage.width / 2;
      assert.ok(Math.abs(aside) <= 1, `${aside}`);
    }
  });
