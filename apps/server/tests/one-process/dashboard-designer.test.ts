import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createPalette, templates, writeDesign } from '@insignia/design';
import type { Browser, Locator, Page } from 'playwright-core';
import { computeCid } from '../../src/platform/images/index.ts';
import { collectPageErrors, openBrowser } from '../support/browser.ts';
import { createPictureFile, findHeading, tabTo, waitForFocus } from '../support/dashboard.ts';
import {
  button,
  comparePictures,
  createBlankPicture,
  createDesignerOpener,
  dragFingers,
  dragMouse,
  field,
  findHandle,
  findPoint,
  findSmallTargets,
  layer,
  layers,
  type OpenDesigner,
  readLayerNames,
  readNumber,
  readPixels,
  saveDesign,
} from '../support/designer.ts';
import { dataUri, pngBytes } from '../support/images.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, type Owner } from '../support/people.ts';
import { isShort } from '../support/test-form.ts';
import { waitForCondition } from '../support/wait-for-condition.ts';

let instance: Instance;
let browser: Browser;
let owner: Owner;
let issuerId: string;
let designer: Awaited<ReturnType<typeof createDesignerOpener>>;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner);
  await owner.insignia.issuers.updateBrand({ issuerId, accentColor: '#8a1538' });
  designer = await createDesignerOpener(browser, instance, owner, issuerId);
});
afterEach(() => designer.closeAll());
after(async () => {
  await browser.close();
  await instance.stop();
});

const openDesigner = (more?: object) => designer.open(more);

const templateJson = (id: string) =>
  writeDesign(
    (templates.find((one) => one.id === id) ?? assert.fail()).make(createPalette('#8a1538'), {
      ...{ title: 'First Aid', issuer: 'Red River College', icon: 'heart' },
    }),
  );
/** Opens a template as the badge's design. */
async function openTemplate(id: string): Promise<OpenDesigner> {
  const opened = await openDesigner({ designJson: templateJson(id) });
  await layer(opened.page, 'Title').waitFor();
  return opened;
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await dragMouse(page, await findPoint(page, ...from), await findPoint(page, ...to));
}

async function dragHandle(page: Page, name: string, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await findHandle(page, name);
  await dragMouse(page, { x, y }, { x: x + by.x, y: y + by.y });
}

test('the mouse adds, drags, resizes and rotates layers in steps of 15 degrees, with undo and redo', async () => {
  const { page, complaints } = await openDesigner();
  await button(page, 'Add shape').click();
  await layer(page, 'Circle').waitFor();
  assert.deepEqual(await readLayerNames(page), ['Circle', 'Picture of the badge']);
  assert.deepEqual([await readNumber(page, 'X'), await readNumber(page, 'Width')], [307, 410]);

  await drag(page, [512, 512], [300, 640]);
  const [x, y] = [await readNumber(page, 'X'), await readNumber(page, 'Y')];
  assert.ok(Math.abs(x - 95) < 15 && Math.abs(y - 435) < 15, `${x} ${y}`);

  await dragHandle(page, 'bottom-right', { x: 60, y: 60 });
  const width = await readNumber(page, 'Width');
  assert.ok(width > 430, `${width}`);
  assert.equal(width, await readNumber(page, 'Height'));
  assert.ok(Math.abs((await readNumber(page, 'X')) - x) < 0.1);

  await dragHandle(page, 'rotater', { x: 70, y: 30 });
  const rotation = await readNumber(page, 'Rotation');
  assert.ok(rotation !== 0 && rotation % 15 === 0, `${rotation}`);

  await button(page, 'Undo').click();
  assert.equal(await readNumber(page, 'Rotation'), 0);
  assert.equal(await readNumber(page, 'Width'), width);
  await button(page, 'Undo').click();
  assert.equal(await readNumber(page, 'Width'), 410);
  await button(page, 'Undo').click();
  assert.equal(await readNumber(page, 'X'), 307);
  for (let steps = 0; steps < 3; steps++) await button(page, 'Redo').click();
  assert.equal(await readNumber(page, 'Rotation'), rotation);
  assert.equal(await button(page, 'Redo').isDisabled(), true);
  assert.deepEqual(complaints, []);
});

test('several layers can be selected by a frame, aligned, grouped, ordered, hidden, locked and copied elsewhere', async () => {
  const { page, complaints } = await openDesigner();
  await layers(page).getByRole('button', { name: 'Hide Picture of the badge' }).click();
  for (const kind of ['Hexagon', 'Star']) {
    await button(page, kind).click();
    await field(page, 'X').fill(kind === 'Star' ? '500' : '40');
    await field(page, 'Y').fill(kind === 'Star' ? '300' : '60');
  }
  await drag(page, [1_015, 1_010], [5, 5]);
  await page.getByRole('heading', { name: '2 layers' }).waitFor();
  await button(page, 'Align top').click();
  await button(page, 'Group').click();
  await layer(page, 'Star').click();
  await page.getByRole('heading', { name: '2 layers' }).waitFor();
  await button(page, 'Ungroup').click();
  await layer(page, 'Star').click();
  assert.equal(await readNumber(page, 'Y'), 60);
  await button(page, 'Send to back').click();
  assert.deepEqual(await readLayerNames(page), ['Hexagon', 'Picture of the badge', 'Star']);
  await button(page, 'Duplicate').click();
  assert.equal((await readLayerNames(page)).length, 4);
  await page.keyboard.press('Control+z');
  await layer(page, 'Star').click();
  await button(page, 'Copy layers').click();
  await layers(page).getByRole('button', { name: 'Lock Star' }).click();
  await button(page, 'Delete').click();
  assert.ok((await readLayerNames(page)).includes('Star'), 'what is locked stays');

  const other = await createBadge(owner, issuerId);
  await saveDesign(page);
  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${other}/design`);
  await layer(page, 'Picture of the badge').waitFor();
  await page.keyboard.press('Control+v');
  await layer(page, 'Star').waitFor();
  assert.deepEqual(complaints, []);
});

test('a saved design reopens pixel by pixel and matches the server drawing, in Arabic and Chinese too', async () => {
  const { page, complaints, badgeId } = await openDesigner();
  await button(page, 'Templates').click();
  const dialog = page.getByRole('dialog', { name: 'Templates' });
  assert.equal(await dialog.getByLabel('Main color').inputValue(), '#8a1538');
  await dialog.getByRole('button', { name: 'Gold seal' }).click();
  await layer(page, 'Title').click();
  await field(page, 'Text').fill('شهادة القيادة ٢٠٢٦');
  await field(page, 'Fill').fill('#ffe08a');
  await button(page, 'Add circle text').click();
  await field(page, 'Text').fill('数据管理专家认证');
  await field(page, 'Fill').fill('#1b2a41');
  await field(page, 'Opacity %').fill('70');
  await field(page, 'Shadow').check();
  await field(page, 'Rotation').fill('30');
  await page.getByText('Unsaved changes').waitFor();
  const first = await saveDesign(page);
  assert.equal((await readPixels(first)).info.width, 1_024);
  await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
  assert.equal(await page.getByText('Not shown, because').count(), 0);

  await page.reload();
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'شهادة القيادة ٢٠٢٦');
  assert.equal(await page.getByText('no design yet').count(), 0);
  const second = await saveDesign(page);
  assert.equal((await comparePictures(first, second)).single, 0);

  const badge = await owner.insignia.badges.get({ badgeId });
  const fetchPicture = async (image: string) =>
    Buffer.from(await (await fetch(image)).arrayBuffer());
  assert.ok((await comparePictures(first, await fetchPicture(badge.image))).single <= 1);
  // Text only, because fallback glyphs would be lost among gold.
  const { layers: all, ...sheet } = JSON.parse(badge.designJson ?? '{}');
  for (const expected of ['Title', 'Circle text']) {
    const designJson = JSON.stringify({
      ...sheet,
      layers: all.filter(({ name }: { name: string }) => name === expected),
    });
    const opened = await openDesigner({ designJson });
    await layer(opened.page, expected).waitFor();
    const exported = await saveDesign(opened.page);
    const drawn = await owner.insignia.badges.create({
      ...{ name: expected, description: 'D', criteria: 'C', issuerId },
      designJson,
    });
    const { image } = await owner.insignia.badges.get({ badgeId: drawn.badgeId });
    const { mean, single } = await comparePictures(exported, await fetchPicture(image));
    assert.ok(mean <= 0.6 && single <= 48, `${expected}: ${mean} ${single}`);
    assert.ok(
      (await comparePictures(exported, await createBlankPicture(exported))).single > 60,
      expected,
    );
  }
  assert.deepEqual(complaints, []);
});

test('the keyboard alone can add, edit, move, restore and save a text', async () => {
  const { page, complaints, badgeId } = await openDesigner();
  await tabTo(page, 'button', 'Add text');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Text');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Ada');
  await tabTo(page, 'textbox', 'Fill');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('#0a7a4b');
  await page.getByRole('spinbutton', { name: 'X', exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('120');
  await page.getByRole('group', { name: 'Picture' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await readNumber(page, 'X'), 131);
  await page.keyboard.press('Control+z');
  assert.equal(await readNumber(page, 'X'), 120);
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await readNumber(page, 'X'), 131);
  await page.keyboard.press('Control+s');
  await page.getByText('Design saved').waitFor();
  const { designJson } = await owner.insignia.badges.get({ badgeId });
  const [, text] = JSON.parse(designJson ?? '{}').layers;
  assert.deepEqual([text.text, text.fill.color, text.x], ['Ada', '#0a7a4b', 131]);
  await layer(page, 'Text').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await layer(page, 'Picture of the badge').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(complaints, []);
});

test('icons, multiple selection, order, hiding, locking, deleting and preview work by keyboard without losing focus', async () => {
  const { page, complaints } = await openTemplate('hexagon');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await button(page, 'Add icon').press('Enter');
  await page.getByRole('searchbox', { name: 'Search' }).fill('heart-handshake');
  await tabTo(page, 'button', 'heart-handshake');
  await page.keyboard.press('Enter');
  await layer(page, 'Icon heart-handshake').waitFor();

  // Space and Enter add to the selection in this mode.
  await button(page, 'Select several').press('Space');
  await layer(page, 'Title').press('Enter');
  await page.getByRole('heading', { name: '2 layers' }).waitFor();
  await button(page, 'Select several').press('Space');
  await page.keyboard.press('Control+g');
  await page.keyboard.press('Control+Shift+[');
  assert.deepEqual((await readLayerNames(page)).slice(-2), ['Icon heart-handshake', 'Title']);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Background' }).waitFor();
  await layer(page, 'Title').press('Enter');
  await page.getByRole('heading', { name: '2 layers' }).waitFor();
  await button(page, 'Ungroup').press('Enter');

  const hide = layers(page).getByRole('button', { name: 'Hide Rule' });
  await hide.press('Enter');
  assert.equal(await hide.getAttribute('aria-pressed'), 'true');
  await layers(page).getByRole('button', { name: 'Lock Issuer' }).press('Enter');
  await layer(page, 'Issuer').press('Enter');
  await page.keyboard.press('Delete');
  assert.ok((await readLayerNames(page)).includes('Issuer'));

  await layer(page, 'Rule').press('Enter');
  await page.keyboard.press('Delete');
  await layer(page, 'Rule').waitFor({ state: 'detached' });
  await waitForCondition('the neighbour has the focus', async () => (await focused()) === 'Icon');
  const undo = button(page, 'Undo');
  while ((await undo.getAttribute('aria-disabled')) !== 'true') await undo.press('Enter');
  await waitForFocus(undo);
  await layer(page, 'Title').press('Enter');
  await button(page, 'Preview').press('Enter');
  await page.getByRole('dialog', { name: 'Preview' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Preview' }).waitFor({ state: 'detached' });
  assert.equal(await layer(page, 'Title').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(complaints, []);
});

const phone = { width: 360, height: 740 };

test('the designer works by touch at triple pixel density, without WebGL and OffscreenCanvas', async () => {
  const badgeId = await createBadge(owner, issuerId, { designJson: templateJson('overlap') });
  const context = await browser.newContext({
    ...{ viewport: phone, deviceScaleFactor: 3, hasTouch: true, isMobile: true },
    storageState: await designer.context.storageState(),
  });
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: HTMLCanvasElement, kind: string, wishes?: object) {
        return kind === '2d' ? getContext.call(this, kind, wishes) : null;
      },
    });
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/design`);
  await layer(page, 'Title').waitFor();

  assert.deepEqual(await findSmallTargets(page), []);
  // At the screen's resolution, except for a phone's zoom.
  const [pixels, width] = await page
    .getByRole('group', { name: 'Picture' })
    .locator('canvas')
    .first()
    .evaluate((canvas) => [(canvas as HTMLCanvasElement).width, canvas.clientWidth]);
  assert.equal(pixels, (width ?? 0) * 3);

  await button(page, 'Add shape').tap();
  await layer(page, 'Circle').waitFor();
  const at = (x: number, y: number) => findPoint(page, x, y);
  // The canvas stays visible while scrolling.
  await page.getByRole('group', { name: 'Picture' }).scrollIntoViewIfNeeded();
  await dragFingers(session, [await at(512, 512), await at(400, 640)]);
  const [x, y] = [await readNumber(page, 'X'), await readNumber(page, 'Y')];
  assert.ok(Math.abs(x - 195) < 40 && Math.abs(y - 435) < 40, `${x} ${y}`);

  const corner = await findHandle(page, 'bottom-right');
  // Off-center, like a finger.
  const [from, to] = [
    { x: corner.x + 14, y: corner.y + 14 },
    { x: corner.x + 40, y: corner.y + 40 },
  ];
  await dragFingers(session, [from, to]);
  const grown = await readNumber(page, 'Width');
  assert.ok(grown > 440, `${grown}`);
  const turner = await findHandle(page, 'rotater');
  await dragFingers(session, [turner, { x: turner.x + 60, y: turner.y + 50 }]);
  const rotation = await readNumber(page, 'Rotation');
  assert.ok(rotation !== 0 && rotation % 15 === 0, `${rotation}`);
  for (const [name, value] of [
    ['Rotation', 0],
    ['Width', 410],
    ['X', 307],
  ] as const) {
    await button(page, 'Undo').tap();
    assert.equal(await readNumber(page, name), value);
  }

  const zoom = async () =>
    Number.parseInt((await page.getByLabel('Zoom', { exact: true }).textContent()) ?? '', 10);
  const before = await zoom();
  const middle = await at(512, 512);
  const beside = (by: number) => ({ x: middle.x + by, y: middle.y });
  await dragFingers(session, [beside(-20), beside(-60)], [beside(20), beside(60)]);
  assert.ok((await zoom()) > before * 1.8, `${await zoom()} after ${before}`);
  await button(page, 'Fit to screen').tap();
  assert.equal(await zoom(), before);

  await button(page, 'Select several').tap();
  for (const name of ['Icon', 'Title']) await layer(page, name).tap();
  await page.getByRole('heading', { name: '3 layers' }).waitFor();
  await layer(page, 'Circle').tap();
  await page.getByRole('heading', { name: '2 layers' }).waitFor();
  await button(page, 'Group').tap();
  await button(page, 'Select several').tap();
  await layer(page, 'Icon').tap();
  await page.getByRole('heading', { name: '2 layers' }).waitFor();

  const image = await saveDesign(page);
  assert.equal((await readPixels(image)).info.width, 1_024);
  await context.close();

  // The same picture on screens with pixel ratios 1 and 2.
  for (const deviceScaleFactor of [1, 2]) {
    const other = await browser.newContext({
      deviceScaleFactor,
      storageState: await designer.context.storageState(),
    });
    const again = await other.newPage();
    await again.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/design`);
    await layer(again, 'Title').waitFor();
    assert.equal((await comparePictures(image, await saveDesign(again))).single, 0);
    await other.close();
  }
});

test('the canvas of a phone stays in place under the finger that makes the first change', async () => {
  const badgeId = await createBadge(owner, issuerId, { designJson: templateJson('overlap') });
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    storageState: await designer.context.storageState(),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/design`);
  await layer(page, 'Title').waitFor();
  const { name } = await owner.insignia.badges.get({ badgeId });
  await page.getByText(name, { exact: true }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  // Ignored by touches until then.
  await page.waitForFunction(() => {
    // biome-ignore lint/suspicious/noExplicitAny: the library has no type for its global
    const stage = (globalThis as any).Konva?.stages.at(-1);
    return stage?.getIntersection({ x: stage.width() / 2, y: stage.height() / 2 }) != null;
  });
  const canvas = page.getByRole('group', { name: 'Picture' });
  const before = await canvas.boundingBox();
  await dragFingers(session, [await findPoint(page, 512, 512), await findPoint(page, 560, 560)]);
  await page.getByText('Unsaved changes').waitFor();
  assert.deepEqual(await canvas.boundingBox(), before);
  await context.close();
});

for (const by of isShort ? (['touch'] as const) : (['keyboard', 'touch'] as const))
  test(`layers can be aligned, distributed, rotated, ordered, hidden, locked, duplicated, copied and pasted by ${by} alone`, async () => {
    const shape = {
      type: 'shape',
      shape: { kind: 'circle' },
      fill: { type: 'color', color: '#204080' },
    };
    const at = (name: string, x: number, y: number) => ({ ...shape, id: name, name, x, y });
    const sized = [at('A', 40, 60), at('B', 200, 300), at('C', 700, 500)].map((one) => ({
      ...{ ...one, width: 100, height: 100, rotation: 0, opacity: 1, locked: false, hidden: false },
    }));
    const designJson = JSON.stringify({
      ...{ insigniaDesign: 1, kind: 'badge', width: 1024, height: 1024 },
      ...{ background: { type: 'color', color: '#ffffff' }, layers: sized },
    });
    const badgeId = await createBadge(owner, issuerId, { designJson });
    const context = await browser.newContext({
      ...(by === 'touch' ? { viewport: phone, hasTouch: true, isMobile: true } : {}),
      storageState: await designer.context.storageState(),
    });
    const page = await context.newPage();
    const complaints = collectPageErrors(page, instance.url);
    await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/design`);
    await layer(page, 'A').waitFor();
    const press = (one: Locator) => (by === 'touch' ? one.tap() : one.press('Enter'));
    const pressed = (name: string) => press(button(page, name));
    await pressed('Select several');
    for (const name of ['A', 'B', 'C']) await press(layer(page, name));
    await page.getByRole('heading', { name: '3 layers' }).waitFor();
    await pressed('Select several');
    await pressed('Align top');
    await pressed('Distribute horizontally');
    await press(layer(page, 'B'));
    assert.deepEqual([await readNumber(page, 'X'), await readNumber(page, 'Y')], [370, 60]);
    await field(page, 'Rotation').fill('45');
    await field(page, 'Rotation').press('Enter');
    await pressed('Bring to front');
    assert.deepEqual(await readLayerNames(page), ['B', 'C', 'A']);
    await pressed('Duplicate');
    assert.equal((await readLayerNames(page)).length, 4);
    await pressed('Undo');
    assert.equal((await readLayerNames(page)).length, 3);
    for (const name of ['Hide B', 'Lock B']) {
      const one = layers(page).getByRole('button', { name });
      await press(one);
      assert.equal(await one.getAttribute('aria-pressed'), 'true');
    }
    await press(layer(page, 'A'));
    await pressed('Copy layers');
    await pressed('Paste');
    await waitForCondition('pasted', async () => (await readLayerNames(page)).length === 4);
    await saveDesign(page);
    const { layers: savedLayers } = JSON.parse(
      (await owner.insignia.badges.get({ badgeId })).designJson ?? '',
    );
    const b = savedLayers.find(({ name }: { name: string }) => name === 'B');
    assert.deepEqual([b.rotation, b.hidden, b.locked, b.y], [45, true, true, 60]);
    assert.deepEqual(complaints, []);
    await context.close();
  });

test('a broken design, an unknown icon and an empty picture are reported; stored designs change only on saving', async () => {
  const designJson = '{"insigniaDesign":1,"layers":[{"id":1}]}';
  const { page, complaints, badgeId } = await openDesigner({ designJson });
  await page.getByRole('status').filter({ hasText: 'can’t be read' }).waitFor();
  assert.deepEqual(await readLayerNames(page), ['Picture of the badge']);
  await button(page, 'Hide Picture of the badge').click();
  await button(page, 'Save').click();
  await page.getByText('The picture is empty').waitFor();
  await button(page, 'Hide Picture of the badge').click();
  await page.getByText('The picture is empty').waitFor({ state: 'detached' });
  await button(page, 'Add text').click();
  assert.equal((await owner.insignia.badges.get({ badgeId })).designJson, designJson);
  await saveDesign(page);
  await page.getByText('can’t be read').waitFor({ state: 'detached' });
  const savedDesign = (await owner.insignia.badges.get({ badgeId })).designJson ?? '';
  assert.equal(JSON.parse(savedDesign).layers.length, 2);
  assert.deepEqual(complaints, []);

  const { layers: own, ...sheet } = JSON.parse(
    templateJson('hexagon')
      .replaceAll('"icon":"heart"', '"icon":"constructor"')
      .replaceAll('"font":"Montserrat"', '"font":"No Such Font"'),
  );
  const missingPicture = {
    ...own[0],
    id: 'gone',
    name: 'Gone',
    type: 'picture',
    picture: computeCid(Buffer.from('gone')),
  };
  const strange = await openDesigner({
    designJson: JSON.stringify({ ...sheet, layers: [...own, missingPicture] }),
  });
  await strange.page.getByText('A picture in this design no longer exists').waitFor();
  await strange.page.getByText('so they aren’t shown: constructor').waitFor();
  await strange.page.getByText('have these fonts: No Such Font').waitFor();
  await layer(strange.page, 'Title').waitFor();
  // Only for the missing picture.
  assert.deepEqual(
    strange.complaints.filter((message) => !/404/.test(message)),
    [],
  );
});

test('dragging with Alt copies layers, pasted copies lie beside each other, and new text has a readable color', async () => {
  const { page, complaints } = await openTemplate('crest');
  const all = (await readLayerNames(page)).length;
  await layer(page, 'Title').click();
  const x = await readNumber(page, 'X');
  const y = await readNumber(page, 'Y');
  await page.keyboard.down('Alt');
  await drag(page, [512, 560], [512, 760]);
  await page.keyboard.up('Alt');
  assert.equal((await readLayerNames(page)).length, all + 1);
  assert.ok((await readNumber(page, 'Y')) > y + 100);
  await button(page, 'Undo').click();
  assert.equal((await readLayerNames(page)).length, all);
  await layer(page, 'Title').click();
  assert.equal(await readNumber(page, 'Y'), y);
  await button(page, 'Copy layers').click();
  for (const aside of [24, 48]) {
    await button(page, 'Paste').click();
    assert.equal(await readNumber(page, 'X'), x + aside);
  }
  // Letters on the dark area, center on the light band.
  await button(page, 'Add circle text').click();
  assert.equal(await field(page, 'Fill').inputValue(), '#ffffff');
  await button(page, 'Add text').click();
  assert.equal(await field(page, 'Fill').inputValue(), '#1b2a41');
  assert.deepEqual(complaints, []);
});

test('the seal depth has a maximum, and deeper saved seals look the same in browser and server', async () => {
  const seal = {
    ...{ id: 'seal', name: 'Seal', type: 'shape', shape: { kind: 'seal', teeth: 24, depth: 1 } },
    ...{ x: 100, y: 100, width: 800, height: 800, fill: { type: 'color', color: '#204080' } },
  };
  const designJson = JSON.stringify({
    ...{ insigniaDesign: 1, kind: 'badge', width: 1024, height: 1024, layers: [seal] },
  });
  const { page, complaints } = await openDesigner({ designJson });
  await layer(page, 'Seal').click();
  const depth = field(page, 'Depth %');
  assert.equal(await depth.inputValue(), '95');
  const [opened, drawn] = await Promise.all([
    saveDesign(page),
    owner.insignia.badges.create({
      ...{ name: 'Drawn', description: 'D', criteria: 'C', issuerId },
      designJson,
    }),
  ]);
  const { image } = await owner.insignia.badges.get(drawn);
  const served = Buffer.from(await (await fetch(image)).arrayBuffer());
  const { mean, single } = await comparePictures(opened, served);
  assert.ok(mean <= 0.6 && single <= 48, `${mean} ${single}`);

  await depth.fill('50');
  await depth.fill('100');
  await depth.press('Enter');
  assert.equal(await depth.inputValue(), '95');
  await depth.press('Shift+ArrowDown');
  assert.equal(await depth.inputValue(), '85');
  await depth.fill('-3');
  await layer(page, 'Seal').focus();
  assert.equal(await depth.inputValue(), '0');
  await depth.fill('');
  await layer(page, 'Seal').focus();
  assert.equal(await depth.inputValue(), '0');
  assert.deepEqual(complaints, []);
});

test('a design with the maximum number of layers shows a message and accepts no more layers', async () => {
  const { layers: few, ...rest } = JSON.parse(templateJson('medal'));
  const many = Array.from({ length: 299 }, (_, n) => ({ ...few[n % few.length], id: `l${n}` }));
  const { page } = await openDesigner({ designJson: JSON.stringify({ ...rest, layers: many }) });
  const notice = page.getByText('A design can have at most');
  await button(page, 'Add text').click();
  await notice.waitFor();
  assert.equal((await readLayerNames(page)).length, 300);
  await button(page, 'Add text').click();
  assert.equal((await readLayerNames(page)).length, 300);
  await button(page, 'Undo').click();
  await notice.waitFor({ state: 'detached' });
});

test('a drawing survives a reload, leaving it asks first, and concurrent saves show both versions', async () => {
  const { page, badgeId } = await openTemplate('crest');
  await layer(page, 'Title').click();
  await field(page, 'Text').fill('Half done');
  await page.reload();
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'Half done');
  await page.getByRole('link', { name: 'Back to badge' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await button(page, 'Stay').click();

  await owner.insignia.badges.update({ badgeId, description: 'Changed' });
  await button(page, 'Save').click();
  const other = page.getByRole('dialog', { name: 'Someone else saved this badge' });
  for (const name of ['Their version', 'Your version'])
    await waitForCondition(`${name} is shown`, () =>
      other
        .getByRole('img', { name })
        .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
    );
  const before = await owner.insignia.badges.get({ badgeId });
  assert.equal(before.designJson, templateJson('crest'));
  await button(page, 'Save your version').click();
  await page.getByText('Design saved').waitFor();
  const { designJson = '', description } = await owner.insignia.badges.get({ badgeId });
  assert.match(designJson, /Half done/);
  assert.equal(description, 'Changed');

  // Changes during saving are still unsaved.
  const release = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  await page.route(`**/badges/${badgeId}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    sent.resolve();
    await release.promise;
    await route.continue();
  });
  await field(page, 'Text').fill('First');
  await button(page, 'Save').click();
  await sent.promise;
  await field(page, 'Text').fill('Second');
  const saveResponse = page.waitForResponse((response) => response.request().method() === 'PUT');
  release.resolve();
  assert.equal((await saveResponse).status(), 200);
  await button(page, 'Save').and(page.locator(':not([data-loading])')).waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await page.reload();
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'Second');
  await button(page, 'Save').click();
  await waitForCondition('it is saved', async () =>
    /Second/.test((await owner.insignia.badges.get({ badgeId })).designJson ?? ''),
  );
});

test('pressing Save twice does not report a conflict with oneself', async () => {
  const { page, badgeId } = await openTemplate('crest');
  await layer(page, 'Title').click();
  await field(page, 'Text').fill('Mine');
  await owner.insignia.badges.update({ badgeId, description: 'Changed' });
  await button(page, 'Save').click();
  const other = page.getByRole('dialog', { name: 'Someone else saved this badge' });
  await other.getByRole('img', { name: 'Their version' }).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  const areInside = await other
    .getByRole('figure')
    .evaluateAll((figures) => figures.every((figure) => figure.scrollWidth <= figure.clientWidth));
  assert.ok(areInside, 'pictures are wider than their places');
  const release = Promise.withResolvers<void>();
  let puts = 0;
  await page.route(`**/badges/${badgeId}`, async (route) => {
    if (route.request().method() === 'PUT') {
      puts++;
      await release.promise;
    }
    await route.continue();
  });
  await button(page, 'Save your version').evaluate((element) => {
    for (let n = 0; n < 2; n++) (element as HTMLElement).click();
  });
  await waitForCondition('it is sent', async () => puts > 0);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  release.resolve();
  await page.getByText('Design saved').waitFor();
  await other.waitFor({ state: 'detached' });
  assert.equal(puts, 1);
});

test('changes made while the service does not respond are kept, drawn, and saved once it is back', async () => {
  // With an empty cache.
  const own = await createDesignerOpener(browser, instance, owner, issuerId);
  await own.context.route(/\/previews-[^/]+\.js$/, (route) => route.abort());
  const parts = ['icon-picker', 'gallery', 'surprise-me'];
  const { page, badgeId } = await own.open();
  await button(page, 'Add shape').click();
  await layer(page, 'Circle').waitFor();
  // The browser lists completed requests only, so wait for a repeated read.
  const come = () =>
    page.evaluate(
      (chunks) =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => chunks.some((part) => name.includes(`/${part}-`))),
      parts,
    );
  await waitForCondition(
    'the parts have come',
    async () => new Set(await come()).size === parts.length,
  );
  await page.evaluate(
    async (files) => {
      await Promise.all(files.map((file) => import(file)));
    },
    await come(),
  );
  await own.context.setOffline(true);
  await button(page, 'Add text').click();
  await layer(page, 'Text').waitFor();
  await page.getByText('We can’t reach the service. Your changes are kept').waitFor();
  await button(page, 'Save').click();
  await page.getByText('No network connection. Check your network').waitFor();
  assert.equal(await page.getByText(/can’t draw the design|Something went wrong/).count(), 0);
  // The banner doesn't push content out of the window.
  await page.waitForFunction(() => document.documentElement.scrollHeight <= innerHeight);
  const { x, y } = await findPoint(page, 512, 512);
  await page.mouse.dblclick(x, y);
  await waitForFocus(field(page, 'Text'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Written offline');
  // Preloaded parts work offline. A missing one is reported in place.
  await button(page, 'Add icon').click();
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Surprise me').click();
  await waitForCondition(
    'it is another picture',
    async () => (await readLayerNames(page)).length > 3,
  );
  await button(page, 'Undo').click();
  await layer(page, 'Text').waitFor();
  await button(page, 'Preview').click();
  await page.getByText('Part of this page couldn’t load').waitFor();
  await own.context.setOffline(false);
  await page.getByText('Your changes are kept and will be drawn').waitFor({ state: 'detached' });
  await page.getByText('No network connection').waitFor({ state: 'detached' });
  const picture = await saveDesign(page);
  const { designJson } = await owner.insignia.badges.get({ badgeId });
  assert.equal(JSON.parse(designJson ?? '{}').layers.at(-1).text, 'Written offline');
  await button(page, 'Hide Text').click();
  assert.ok((await comparePictures(picture, await saveDesign(page))).mean > 0);
  await own.closeAll();
});

test('an unanswered Save is reported until the connection is back, and the drawing can still be saved', async () => {
  const own = await createDesignerOpener(browser, instance, owner, issuerId);
  const { page } = await own.open({ designJson: templateJson('overlap') });
  await layer(page, 'Title').click();
  // Everything needed for rendering and saving has loaded.
  await saveDesign(page);
  await field(page, 'Opacity %').fill('70');
  await own.context.setOffline(true);
  await page.getByText('You’re offline').waitFor();
  await button(page, 'Save').click();
  await page.getByText('No network connection').waitFor();
  await own.context.setOffline(false);
  await page.getByText('You’re offline').waitFor({ state: 'detached' });
  await page.getByText('No network connection').waitFor({ state: 'detached' });
  await page.getByText('Unsaved changes').waitFor();
  await own.closeAll();
});

test('a new badge offers a template with its own words, next to uploading a picture', async () => {
  const page = await designer.context.newPage();
  const complaints = collectPageErrors(page, instance.url);
  await page.goto(`${instance.url}/app/${owner.accountId}/badges/new`);
  const template = button(page, 'Use a template');
  assert.equal(await template.isDisabled(), true);
  await page.getByLabel('Name').fill('Night Guide');
  await page.getByLabel('Description').fill('Shows people the stars.');
  await page.getByLabel('Criteria').fill('Led three evenings.');
  await template.click();
  const chosen = page.getByRole('img', { name: 'Selected picture' });
  await button(page, 'Try another template').waitFor();
  const first = await chosen.getAttribute('src');
  await page.getByLabel('Name').fill('Night Sky Guide');
  await page.getByText('The picture shows earlier values').waitFor();
  await button(page, 'Redraw picture').click();
  await button(page, 'Try another template').waitFor();
  assert.notEqual(await chosen.getAttribute('src'), first);
  await button(page, 'Design').click();
  const dialog = page.getByRole('dialog', { name: 'Design' });
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'Night Sky Guide');
  await button(page, 'Surprise me').click();
  await page.keyboard.press('Control+z');
  await layer(page, 'Title').click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'Selected picture' }).waitFor();
  await button(page, 'Create badge').click();
  await findHeading(page, 'Night Sky Guide').waitFor();
  await page.getByRole('link', { name: 'Edit design' }).click();
  await layer(page, 'Title').waitFor();
  assert.deepEqual(complaints, []);
});

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a7a4b"/></svg>';

test('added pictures become layers, survive reopening, and appear in the server drawing', async () => {
  const { page, complaints, badgeId } = await openDesigner();
  const file = page.getByLabel('Add picture');
  await file.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('hi') });
  await page.getByRole('alert').filter({ hasText: 'This file isn’t a picture' }).waitFor();
  await file.setInputFiles({
    name: 'torn.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg'),
  });
  await page.getByRole('alert').filter({ hasText: 'can’t be drawn' }).waitFor();
  await file.setInputFiles(await createPictureFile());
  await layer(page, 'badge').waitFor();
  await file.setInputFiles({
    name: 'Our logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(svg),
  });
  await layer(page, 'Our logo').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.equal(await page.getByLabel('Width', { exact: true }).inputValue(), '512');
  assert.equal(await page.getByLabel('Height', { exact: true }).inputValue(), '256');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Design saved').waitFor();
  await page.reload();
  await layer(page, 'Our logo').waitFor();
  assert.equal(await page.getByText('no longer exists').count(), 0);

  const { designJson = '' } = await owner.insignia.badges.get({ badgeId });
  const words = { name: 'Drawn', description: 'D', criteria: 'C' };
  await owner.insignia.badges.create({ ...words, issuerId, designJson });
  assert.deepEqual(complaints, []);
});

test('templates include the issuer’s logo unless disabled, and any design can add it', async () => {
  const logo = dataUri(await pngBytes(300, 80));
  await owner.insignia.issuers.update({ issuerId, logo });
  const { page, complaints, badgeId } = await openDesigner();
  const crest = async (isWanted: boolean) => {
    await button(page, 'Templates').click();
    const dialog = page.getByRole('dialog', { name: 'Templates' });
    await dialog.getByLabel('Include the issuer’s logo').setChecked(isWanted);
    const [wide, high] = await dialog
      .getByRole('button', { name: 'Crest' })
      .locator('img[src]')
      .evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
    assert.equal(wide, high);
    await dialog.getByRole('button', { name: 'Crest' }).click();
    await layer(page, 'Band line').waitFor();
  };
  await crest(true);
  assert.deepEqual((await readLayerNames(page)).slice(0, 2), ['Logo', 'Logo plate']);
  const image = await saveDesign(page);
  const { designJson = '' } = await owner.insignia.badges.get({ badgeId });
  const words = { name: 'Drawn', description: 'D', criteria: 'C' };
  const drawn = await owner.insignia.badges.create({ ...words, issuerId, designJson });
  const served = await fetch((await owner.insignia.badges.get(drawn)).image);
  const { mean, single } = await comparePictures(image, Buffer.from(await served.arrayBuffer()));
  assert.ok(mean <= 0.6 && single <= 48, `${mean} ${single}`);
  await crest(false);
  assert.ok(!(await readLayerNames(page)).some((name) => name.startsWith('Logo')));
  await button(page, 'Add logo').click();
  await layer(page, 'Logo').waitFor();
  assert.deepEqual([await readNumber(page, 'Width'), await readNumber(page, 'Height')], [307, 82]);
  assert.deepEqual(complaints, []);
});
