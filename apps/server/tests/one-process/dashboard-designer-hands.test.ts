import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { createPalette, templates, writeDesign } from '@insignia/design';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../support/browser.ts';
import { waitForFocus } from '../support/dashboard.ts';
import {
  button,
  createDesignerOpener,
  dragMouse,
  field,
  findHandle,
  findPoint,
  layer,
  layers,
  readLayerNames,
  readNumber,
  saveDesign,
} from '../support/designer.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createIssuer, createOwner } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';

/** Hand gestures and shortcuts expected of a drawing program. */
let instance: Instance;
let browser: Browser;
let designer: Awaited<ReturnType<typeof createDesignerOpener>>;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
  const owner = await createOwner(instance);
  designer = await createDesignerOpener(browser, instance, owner, await createIssuer(owner));
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
    designJson: writeDesign(crest.make(createPalette('#8a1538'), words)),
  });
  await layer(opened.page, 'Title').waitFor();
  return opened;
}
const isChosen = async (page: Page, name: string) =>
  (await layer(page, name).first().getAttribute('aria-pressed')) === 'true';
const picture = (page: Page) => page.getByRole('group', { name: 'Picture' });
const hasFocus = (page: Page) =>
  picture(page).evaluate((element) => element === document.activeElement);

test('undo selects the layers that a step changed, and redo selects the layers that it created', async () => {
  const { page, complaints } = await openCrest();
  const before = await readLayerNames(page);
  await layer(page, 'Title').click();
  const x = await readNumber(page, 'X');
  await button(page, 'Duplicate').click();
  await button(page, 'Undo').click();
  assert.deepEqual(await readLayerNames(page), before);
  assert.ok(await isChosen(page, 'Title'));
  assert.equal(await readNumber(page, 'X'), x);
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

test('an action that changes nothing adds nothing to undo or to save', async () => {
  const { page } = await openCrest();
  const isIdle = async () =>
    (await button(page, 'Undo').getAttribute('aria-disabled')) === 'true' &&
    (await page.getByText('Unsaved changes').isHidden());
  await page.evaluate(() => localStorage.removeItem('insignia.layers'));
  await button(page, 'Paste').click();
  await picture(page).focus();
  await page.keyboard.press('ArrowLeft');
  await layers(page).locator('[data-layer]').first().click();
  await button(page, 'Bring to front').click();
  assert.ok(await isIdle());
});

test('a design is unsaved only while it differs from the saved one, and only then leaving asks', async () => {
  const { page } = await openCrest();
  const unsaved = page.getByText('Unsaved changes');
  await button(page, 'Add shape').click();
  await unsaved.waitFor();
  await button(page, 'Undo').click();
  await unsaved.waitFor({ state: 'hidden' });
  await button(page, 'Redo').click();
  await saveDesign(page);
  await unsaved.waitFor({ state: 'hidden' });
  await button(page, 'Undo').click();
  await unsaved.waitFor();
  await button(page, 'Redo').click();
  await unsaved.waitFor({ state: 'hidden' });
  await page.reload();
  await layer(page, 'Circle').waitFor();
  await unsaved.waitFor({ state: 'hidden' });
  await button(page, 'Add text').click();
  await button(page, 'Undo').click();
  await page.getByRole('link', { name: 'Back to badge' }).click();
  await page.getByRole('link', { name: 'Edit design' }).waitFor();
});

test('Escape in a property restores its value and moves focus to the picture', async () => {
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
  const x = await readNumber(page, 'X');
  await page.keyboard.press('ArrowRight');
  assert.equal(await readNumber(page, 'X'), x + 1);
  // Committed input and earlier changes stay.
  await field(page, 'X').fill('40');
  await page.keyboard.press('Enter');
  await field(page, 'X').fill('50');
  await page.keyboard.press('Escape');
  assert.equal(await readNumber(page, 'X'), 40);
  await page.keyboard.press('Shift+ArrowRight');
  await field(page, 'Y').focus();
  await page.keyboard.press('Escape');
  assert.equal(await readNumber(page, 'X'), 50);
  await field(page, 'Shadow').focus();
  await page.keyboard.press('Escape');
  assert.ok((await hasFocus(page)) && (await isChosen(page, 'Title')));
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Background' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a double click or F2 renames a layer in the list', async () => {
  const { page, complaints } = await openCrest();
  const at = (await readLayerNames(page)).indexOf('Title');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await layer(page, 'Title').dblclick();
  await page.getByLabel('Rename Title').fill('Heading');
  await page.keyboard.press('Enter');
  assert.equal((await readLayerNames(page))[at], 'Heading');
  assert.equal(await focused(), 'Heading');
  assert.equal(await field(page, 'Layer name').inputValue(), 'Heading');
  await page.keyboard.press('F2');
  await waitForFocus(page.getByLabel('Rename Heading'));
  await page.keyboard.type('Nothing');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  assert.equal(await focused(), 'Heading');
  await page.keyboard.press('F2');
  await page.getByLabel('Rename Heading').fill(' ');
  await field(page, 'X').focus();
  assert.equal((await readLayerNames(page))[at], 'Heading');
  await layer(page, 'Heading').focus();
  await page.keyboard.press('F2');
  await waitForFocus(page.getByLabel('Rename Heading'));
  await page.keyboard.type('Top');
  await field(page, 'X').focus();
  assert.equal((await readLayerNames(page))[at], 'Top');
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  assert.equal((await readLayerNames(page))[at], 'Title');
  assert.deepEqual(complaints, []);
});

test('dragging a corner scales the text with its box, and dragging a side resizes only the box', async () => {
  const { page } = await openCrest();
  await layer(page, 'Title').click();
  const [size, width] = [await readNumber(page, 'Size'), await readNumber(page, 'Width')];
  const pull = async (name: string, x: number, y: number) => {
    const from = await findHandle(page, name);
    await dragMouse(page, from, { x: from.x + x, y: from.y + y });
  };
  await pull('middle-right', -60, 0);
  const narrow = await readNumber(page, 'Width');
  assert.ok(narrow < width - 20, `${narrow}`);
  assert.equal(await readNumber(page, 'Size'), size);
  await pull('bottom-right', 60, 30);
  const [grown, wide] = [await readNumber(page, 'Size'), await readNumber(page, 'Width')];
  assert.ok(grown > size * 1.05, `${grown}`);
  assert.ok(Math.abs(grown / size - wide / narrow) < 0.01, `${grown} ${wide}`);
  await button(page, 'Undo').click();
  assert.equal(await readNumber(page, 'Size'), size);
});

test('searching by meaning finds an icon, and Enter adds it', async () => {
  const { page } = await openCrest();
  await button(page, 'Add icon').click();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill(' ');
  await page.keyboard.press('Enter');
  await search.fill('graduation');
  await page.keyboard.press('Enter');
  await layer(page, 'Icon school').waitFor();
});

test('a filled icon is drawn filled, and has no stroke', async () => {
  const { page } = await openCrest();
  await button(page, 'Add icon').click();
  const dialog = page.getByRole('dialog', { name: 'Icon' });
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('first aid');
  await dialog.getByRole('checkbox', { name: 'Filled icons' }).check();
  await dialog.getByRole('button', { name: 'heart', exact: true }).click();
  await layer(page, 'Icon heart').waitFor();
  assert.equal(await page.getByLabel('Line width').count(), 0);
  await button(page, 'Choose another icon').click();
  await dialog.getByRole('button', { name: 'first-aid-kit', exact: true }).click();
  await layer(page, 'Icon first-aid-kit').waitFor();
  await page.getByLabel('Line width').waitFor();
});

test('a subject finds templates, those for it first, with its icons', async () => {
  const { page } = await openCrest();
  await button(page, 'Templates').click();
  const dialog = page.getByRole('dialog', { name: 'Templates' });
  await dialog.getByText(`${templates.length} templates`).waitFor();
  const search = dialog.getByRole('searchbox', { name: 'Search' });
  await search.fill('no such thing');
  await dialog.getByText('0 templates').waitFor();
  await search.fill('wax seal');
  await dialog.getByText('1 template', { exact: true }).waitFor();
  await search.fill('first aid');
  await dialog.getByText(`${templates.length} templates`).waitFor();
  const names = await dialog.getByRole('listitem').allInnerTexts();
  assert.deepEqual(names.slice(0, 2).toSorted(), ['Cross', 'Lifebuoy']);
  await dialog.getByRole('button', { name: 'Lifebuoy' }).click();
  await layer(page, 'Bands').waitFor();
});

test('leaving the designer with unsaved changes asks first', async () => {
  const { page } = await openCrest();
  await button(page, 'Add shape').click();
  await page.getByRole('link', { name: 'Back to badge' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByText('Your changes since the last save will be lost.').waitFor();
});

for (const direction of isShort ? [] : (['ltr', 'rtl'] as const))
  test(`the picture lies next to the zoom bar in ${direction} layout`, async () => {
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
      const [start, end] = [await findPoint(page, 0, 0), await findPoint(page, 1_024, 1_024)];
      const isApart =
        box.y >= end.y || (direction === 'ltr' ? box.x >= end.x : box.x + box.width <= start.x);
      assert.ok(isApart, JSON.stringify({ box, start, end }));
      // At the middle of its side.
      const aside =
        orientation === 'vertical'
          ? box.y + box.height / 2 - stage.y - stage.height / 2
          : box.x + box.width / 2 - stage.x - stage.width / 2;
      assert.ok(Math.abs(aside) <= 1, `${aside}`);
    }
  });

const messages = (page: Page) => page.getByRole('alert').allTextContents();

test('images that the service would reject are reduced or redrawn, and other files show an error', async () => {
  const { page, complaints } = await openCrest();
  const add = field(page, 'Add picture');
  // The test closes bitmaps itself: each takes up to 100 MB until it is collected.
  const open = await page.evaluateHandle(() => {
    const bitmaps = new Set<ImageBitmap>();
    const make = window.createImageBitmap;
    window.createImageBitmap = async (...args: unknown[]) => {
      const bitmap = await (make as (...all: unknown[]) => Promise<ImageBitmap>)(...args);
      bitmaps.add(bitmap);
      return bitmap;
    };
    return bitmaps;
  });
  const noise = { width: 2_600, height: 2_200, channels: 3 as const };
  const pixels = randomBytes(noise.width * noise.height * noise.channels);
  const heavy = await sharp(pixels, { raw: noise }).jpeg({ quality: 100 }).toBuffer();
  assert.ok(heavy.length > 5 * 1024 * 1024);
  const vast = { width: 5_200, height: 5_000, channels: 3 as const, background: '#24477f' };
  await add.setInputFiles([
    { name: 'Campus.jpg', mimeType: 'image/jpeg', buffer: heavy },
    {
      name: 'Poster.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: vast }).png().toBuffer(),
    },
    {
      name: 'Wide.webp',
      mimeType: 'image/webp',
      buffer: await sharp({ create: { ...vast, width: 400, height: 200 } })
        .webp()
        .toBuffer(),
    },
  ]);
  await layer(page, 'Wide').waitFor();
  assert.deepEqual((await readLayerNames(page)).slice(0, 3), ['Wide', 'Poster', 'Campus']);
  assert.deepEqual(await messages(page), []);
  // A closed ImageBitmap has no size.
  assert.deepEqual(await open.evaluate((all) => Array.from(all, ({ width }) => width)), [0, 0, 0]);
  const whole = await sharp({ create: { ...vast, width: 64, height: 64 } })
    .png()
    .toBuffer();
  for (const [name, mimeType, buffer, message] of [
    // More pixels than the browser decodes.
    ['torn.png', 'image/png', whole.subarray(0, 60), 'or it’s too large for this browser'],
    [
      'empty.svg',
      'image/svg+xml',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="0"/>'),
      'can’t be drawn',
    ],
  ] as const) {
    await button(page, 'Undo').click();
    await add.setInputFiles({ name, mimeType, buffer });
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  }
  assert.deepEqual(complaints, []);
});

test('a picture dropped on the designer becomes a layer and does not replace the page', async () => {
  const { page, complaints } = await openCrest();
  const png = (
    await sharp({ create: { width: 80, height: 40, channels: 3, background: '#24477f' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const isTaken = await picture(page).evaluate((element, data) => {
    const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'Dropped.png', { type: 'image/png' }));
    const init = { bubbles: true, cancelable: true, dataTransfer };
    return ['dragover', 'drop'].map((type) => !element.dispatchEvent(new DragEvent(type, init)));
  }, png);
  assert.deepEqual(isTaken, [true, true]);
  await layer(page, 'Dropped').waitFor();
  assert.deepEqual([await readNumber(page, 'Width'), await readNumber(page, 'Height')], [512, 256]);
  assert.deepEqual(complaints, []);
});

test('a gradient has at least two colors and takes more; new shapes and texts get a visible position and color', async () => {
  const { page, complaints } = await openCrest();
  await layer(page, 'Title').click();
  await page.getByLabel('Type').first().selectOption('Linear gradient');
  assert.equal(await button(page, 'Remove color 1').count(), 0);
  await button(page, 'Add color').click();
  await field(page, 'Color 2').fill('#00ff00');
  const place = page.getByLabel('Position of color 2 in percent');
  assert.equal(await place.inputValue(), '50');
  // An emptied field restores its number when it loses focus.
  await place.fill('');
  assert.equal(await place.getAttribute('aria-invalid'), 'true');
  await place.blur();
  assert.equal(await place.inputValue(), '50');
  await place.fill('30');
  await place.blur();
  assert.equal(await place.inputValue(), '30');
  await place.fill('50');
  await place.blur();
  await field(page, 'Color 3').fill('#0000ff');
  await button(page, 'Remove color 1').click();
  assert.equal(await field(page, 'Fill').inputValue(), '#00ff00');
  assert.equal(await field(page, 'Color 2').inputValue(), '#0000ff');
  assert.equal(await button(page, 'Remove color 1').count(), 0);

  const circleText = page
    .getByRole('region', { name: 'Add to the design' })
    .getByRole('button', { name: 'Circle text' });
  await circleText.click();
  assert.equal(await field(page, 'Side').inputValue(), 'top');
  await circleText.click();
  assert.equal(await field(page, 'Side').inputValue(), 'bottom');
  await button(page, 'Add shape').click();
  const first = await field(page, 'Fill').inputValue();
  await button(page, 'Star').click();
  assert.notEqual(await field(page, 'Fill').inputValue(), first);
  assert.deepEqual(complaints, []);
});

test('the note about a picture without a design disappears once a template replaces the picture', async () => {
  const { page } = await designer.open();
  const notice = page.getByText('has a picture, but no design yet');
  await notice.waitFor();
  await button(page, 'Add text').click();
  await notice.waitFor();
  await button(page, 'Templates').click();
  await page
    .getByRole('dialog', { name: 'Templates' })
    .getByRole('button', { name: 'Crest' })
    .click();
  await notice.waitFor({ state: 'detached' });
});
