import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../support/browser.ts';
import { assertOk } from '../support/client.ts';
import {
  heading,
  lookEverywhere,
  obstaclesOn,
  openDashboard,
  tabTo,
} from '../support/dashboard.ts';
import { type Instance, startInstance } from '../support/instance.ts';
import { createBadge, createIssuer, createOwner, type Owner } from '../support/people.ts';
import { until } from '../support/until.ts';

let instance: Instance;
let browser: Browser;
let owner: Owner;
let issuerId: string;
before(async () => {
  [instance, browser] = await Promise.all([startInstance(), openBrowser()]);
  owner = await createOwner(instance);
  issuerId = await createIssuer(owner);
});
after(async () => {
  await browser.close();
  await instance.stop();
});

type Opened = { page: Page; complaints: string[]; badgeId: string };

async function openDesigner(more: object = {}): Promise<Opened> {
  const badgeId = await createBadge(owner, issuerId, more);
  const opened = await openDashboard(browser, instance, owner, `/badges/${badgeId}/design`);
  await heading(opened.page, 'Design').waitFor();
  return { ...opened, badgeId };
}

/** With a template in the place of the badge's picture. */
async function openTemplate(name: string): Promise<Opened> {
  const opened = await openDesigner();
  await button(opened.page, 'Templates').click();
  await opened.page.getByRole('button', { name }).click();
  await layer(opened.page, 'Title').waitFor();
  return opened;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const layers = (page: Page) => page.getByRole('list', { name: 'Layers' });
const layer = (page: Page, name: string) => layers(page).getByRole('button', { name, exact: true });
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const numberIn = async (page: Page, name: string) => Number(await field(page, name).inputValue());
const names = (page: Page) => layers(page).locator('[data-layer]').allTextContents();

/** Presses Save and tells which picture was sent. */
async function saved(page: Page): Promise<Buffer> {
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button(page, 'Save').click();
  const { image } = (await sent).postDataJSON().parameters;
  await page.getByText('The design was saved').waitFor();
  return Buffer.from(image, 'base64');
}

const pixelsOf = (picture: Buffer) =>
  sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** The largest difference of any channel of any pixel, both laid on white: what is transparent has no colour. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  assert.deepEqual(a.info, b.info);
  let most = 0;
  for (let at = 0; at < a.data.length; at += 4)
    for (let channel = 0; channel < 3; channel++) {
      const shown = ({ data }: { data: Buffer }) =>
        (((data[at + channel] ?? 0) - 255) * (data[at + 3] ?? 0)) / 255;
      most = Math.max(most, Math.abs(shown(a) - shown(b)));
    }
  return most;
}

/** Where a point of the picture is on the page. */
async function pointOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await page.getByRole('group', { name: 'Picture' }).boundingBox()) ?? assert.fail();
  const at = await page.evaluate(
    ([x = 0, y = 0]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the library leaves itself there
      const stage = (globalThis as any).Konva.stages.at(-1);
      return { x: stage.x() + x * stage.scaleX(), y: stage.y() + y * stage.scaleY() };
    },
    [x, y],
  );
  return { x: box.x + at.x, y: box.y + at.y };
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = [await pointOf(page, ...from), await pointOf(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/** Drags a handle of what is chosen. */
async function dragHandle(page: Page, name: string, by: { x: number; y: number }): Promise<void> {
  const group = page.getByRole('group', { name: 'Picture' });
  const box = (await group.boundingBox()) ?? assert.fail();
  const place = async () =>
    page.evaluate((handle) => {
      // biome-ignore lint/suspicious/noExplicitAny: the library leaves itself there
      const stage = (globalThis as any).Konva.stages.at(-1);
      return stage.findOne(`.${handle}`)?.getAbsolutePosition();
    }, name);
  await until('the handle is there', async () => (await place()) !== undefined);
  const at = await place();
  const [x, y] = [box.x + at.x, box.y + at.y];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + by.y / 2, { steps: 4 });
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

test('with the mouse: add, drag, size, turn by steps of 15 degrees, go back and forth', async () => {
  const { page, complaints } = await openDesigner();
  await button(page, 'Add shape').click();
  await layer(page, 'Circle').waitFor();
  assert.deepEqual(await names(page), ['Circle', 'Picture of the badge']);
  assert.deepEqual([await numberIn(page, 'X'), await numberIn(page, 'Width')], [307, 410]);

  await drag(page, [512, 512], [300, 640]);
  const [x, y] = [await numberIn(page, 'X'), await numberIn(page, 'Y')];
  assert.ok(Math.abs(x - 95) < 15 && Math.abs(y - 435) < 15, `${x} ${y}`);

  await dragHandle(page, 'bottom-right', { x: 60, y: 60 });
  const width = await numberIn(page, 'Width');
  assert.ok(width > 430, `${width}`);
  assert.equal(width, await numberIn(page, 'Height'));
  assert.ok(Math.abs((await numberIn(page, 'X')) - x) < 0.1);

  await dragHandle(page, 'rotater', { x: 70, y: 30 });
  const rotation = await numberIn(page, 'Rotation');
  assert.ok(rotation !== 0 && rotation % 15 === 0, `${rotation}`);

  await button(page, 'Undo').click();
  assert.equal(await numberIn(page, 'Rotation'), 0);
  assert.equal(await numberIn(page, 'Width'), width);
  await button(page, 'Undo').click();
  assert.equal(await numberIn(page, 'Width'), 410);
  await button(page, 'Undo').click();
  assert.equal(await numberIn(page, 'X'), 307);
  for (let steps = 0; steps < 3; steps++) await button(page, 'Redo').click();
  assert.equal(await numberIn(page, 'Rotation'), rotation);
  assert.equal(await button(page, 'Redo').isDisabled(), true);
  assert.deepEqual(complaints, []);
});

test('several at once: chosen by a frame, aligned, grouped, ordered, hidden, locked, copied to another badge', async () => {
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
  assert.equal(await numberIn(page, 'Y'), 60);
  await button(page, 'Send to back').click();
  assert.deepEqual(await names(page), ['Hexagon', 'Picture of the badge', 'Star']);
  await button(page, 'Duplicate').click();
  assert.equal((await names(page)).length, 4);
  await page.keyboard.press('Control+z');
  await layer(page, 'Star').click();
  await button(page, 'Copy layers').click();
  await layers(page).getByRole('button', { name: 'Lock Star' }).click();
  await button(page, 'Delete').click();
  assert.ok((await names(page)).includes('Star'), 'what is locked stays');

  const other = await createBadge(owner, issuerId);
  await saved(page);
  await page.goto(`${instance.url}/app/${owner.accountId}/badges/${other}/design`);
  await layer(page, 'Picture of the badge').waitFor();
  await page.keyboard.press('Control+v');
  await layer(page, 'Star').waitFor();
  assert.deepEqual(complaints, []);
});

test('what is saved equals itself when it is opened again, pixel by pixel, and is what the service serves', async () => {
  const { page, complaints, badgeId } = await openTemplate('Gold seal');
  await layer(page, 'Title').click();
  await field(page, 'Text').fill('Poets & Engineers');
  await field(page, 'Fill').fill('#ffe08a');
  await button(page, 'Circle text').click();
  await field(page, 'Opacity %').fill('70');
  await field(page, 'Shadow').check();
  await field(page, 'Rotation').fill('30');
  await page.getByText('Not saved yet').waitFor();
  const first = await saved(page);
  assert.equal((await pixelsOf(first)).info.width, 1_024);
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });

  await page.reload();
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'Poets & Engineers');
  assert.equal(await page.getByText('no design yet').count(), 0);
  const second = await saved(page);
  assert.equal(await difference(first, second), 0);

  const badge = await owner.insignia.badges.get({ badgeId });
  const served = Buffer.from(await (await fetch(badge.image)).arrayBuffer());
  assert.ok((await difference(first, served)) <= 1);
  const text = JSON.parse(badge.designJson ?? '{}');
  assert.equal(text.insigniaDesign, 1);
  assert.deepEqual(complaints, []);
});

test('by keyboard alone: a text is added, written, moved, brought back and saved', async () => {
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
  assert.equal(await numberIn(page, 'X'), 131);
  await page.keyboard.press('Control+z');
  assert.equal(await numberIn(page, 'X'), 120);
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await numberIn(page, 'X'), 131);
  await page.keyboard.press('Control+s');
  await page.getByText('The design was saved').waitFor();
  const { designJson } = await owner.insignia.badges.get({ badgeId });
  const [, text] = JSON.parse(designJson ?? '{}').layers;
  assert.deepEqual([text.text, text.fill.color, text.x], ['Ada', '#0a7a4b', 131]);
  await layer(page, 'Text').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.equal(await layer(page, 'Picture of the badge').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(complaints, []);
});

test('a design of another program, a broken one, a later one: told, its picture locked, kept unless it is saved', async () => {
  const given: [string, string][] = [
    ['{"version":"5.3","objects":[]}', 'made by another program'],
    ['not json at all', 'made by another program'],
    ['{"insigniaDesign":9}', 'made by a later version'],
    ['{"insigniaDesign":1,"layers":[{"id":1}]}', 'cannot be read'],
  ];
  for (const [designJson, told] of given) {
    const { page, complaints, badgeId } = await openDesigner({ designJson });
    await page.getByText(told).waitFor();
    assert.deepEqual(await names(page), ['Picture of the badge']);
    await button(page, 'Add text').click();
    assert.equal((await owner.insignia.badges.get({ badgeId })).designJson, designJson);
    if (told === 'cannot be read') {
      await saved(page);
      await page.getByText(told).waitFor({ state: 'detached' });
      const kept = (await owner.insignia.badges.get({ badgeId })).designJson ?? '';
      assert.equal(JSON.parse(kept).layers.length, 2);
    }
    assert.deepEqual(complaints, []);
    await page.context().close();
  }
});

test('what was drawn is there after a reload, asks before it is left, and two who save are told of each other', async () => {
  const { page, badgeId } = await openTemplate('Crest');
  await layer(page, 'Title').click();
  await field(page, 'Text').fill('Half done');
  await page.reload();
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'Half done');
  await page.getByRole('link', { name: 'Back to the badge' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await button(page, 'Stay').click();

  assertOk(
    await owner.api('PUT', `/badges/${badgeId}`, { parameters: { description: 'Changed' } }),
  );
  await button(page, 'Save').click();
  await page.getByRole('dialog', { name: 'Saved by somebody else' }).waitFor();
  const before = await owner.insignia.badges.get({ badgeId });
  assert.equal(before.designJson, undefined);
  await button(page, 'Save mine').click();
  await page.getByText('The design was saved').waitFor();
  const { designJson = '', description } = await owner.insignia.badges.get({ badgeId });
  assert.match(designJson, /Half done/);
  assert.equal(description, 'Changed');
});

test('a new badge is drawn beside uploading a picture, with its own words in it', async () => {
  const { page, complaints } = await openDashboard(browser, instance, owner, '/badges/new');
  await page.getByLabel('Name').fill('Night Sky Guide');
  await page.getByLabel('Description').fill('Shows people the stars.');
  await page.getByLabel('Criteria').fill('Led three evenings.');
  await button(page, 'Design').click();
  const dialog = page.getByRole('dialog', { name: 'Design' });
  await layer(page, 'Title').click();
  assert.equal(await field(page, 'Text').inputValue(), 'Night Sky Guide');
  await button(page, 'Surprise me').click();
  await page.keyboard.press('Control+z');
  await layer(page, 'Title').click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('img', { name: 'The chosen picture' }).waitFor();
  await button(page, 'Create badge').click();
  await heading(page, 'Night Sky Guide').waitFor();
  await page.getByRole('link', { name: 'Edit design' }).click();
  await layer(page, 'Title').waitFor();
  assert.deepEqual(complaints, []);
});

test('it is accessible and fits, wide and narrow, in light and dark; its pieces come only with it', async () => {
  const { page, complaints } = await openTemplate('Medal');
  await layer(page, 'Title').click();
  const found = await lookEverywhere(page, 'designer');
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
