import assert from 'node:assert/strict';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { collectPageErrors } from './browser.ts';
import { findHeading, openDashboard } from './dashboard.ts';
import { comparePixels, type PixelDifference } from './images.ts';
import type { Instance } from './instance.ts';
import { createBadge, type Owner } from './people.ts';
import { waitForCondition } from './wait-for-condition.ts';

export type OpenDesigner = { page: Page; complaints: string[]; badgeId: string };
/** Opens the designer for a new badge with `more`, or an existing one. */
export type OpenDesignerFunction = (more?: object) => Promise<OpenDesigner>;

/** Opens designers in one browser context, which shares the cache. */
export async function createDesignerOpener(
  browser: Browser,
  instance: Instance,
  owner: Owner,
  issuerId: string,
): Promise<{ open: OpenDesignerFunction; context: BrowserContext; closeAll: () => Promise<void> }> {
  const first = await openDashboard(browser, instance, owner, '/badges');
  const context = first.page.context();
  const pages: Page[] = [first.page];
  return {
    context,
    open: async (more = {}) => {
      const badgeId = await createBadge(owner, issuerId, more);
      const page = await context.newPage();
      pages.push(page);
      const complaints = collectPageErrors(page, instance.url);
      await page.goto(`${instance.url}/app/${owner.accountId}/badges/${badgeId}/design`);
      await findHeading(page, 'Design').waitFor();
      return { page, complaints, badgeId };
    },
    closeAll: async () => {
      for (const page of pages.splice(0)) await page.close();
    },
  };
}

export const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
export const layers = (page: Page): Locator => page.getByRole('list', { name: 'Layers' });
export const layer = (page: Page, name: string): Locator =>
  layers(page).getByRole('button', { name, exact: true });
export const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
export const readNumber = async (page: Page, name: string): Promise<number> =>
  Number(await field(page, name).inputValue());
export const readLayerNames = (page: Page): Promise<string[]> =>
  layers(page).locator('[data-layer]').allTextContents();

/** Clicks Save and returns the uploaded picture. */
export async function saveDesign(page: Page): Promise<Buffer> {
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await button(page, 'Save').click();
  const { image } = (await sent).postDataJSON().parameters;
  await page.getByText('Design saved').waitFor();
  return Buffer.from(image, 'base64');
}

export const readPixels = (picture: Buffer) =>
  sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** Difference between two pictures. */
export async function comparePictures(one: Buffer, other: Buffer): Promise<PixelDifference> {
  const [a, b] = await Promise.all([readPixels(one), readPixels(other)]);
  assert.deepEqual([a.info.width, a.info.height], [b.info.width, b.info.height]);
  return comparePixels(a.data, b.data);
}

/** A white picture of the same size. */
export async function createBlankPicture(picture: Buffer): Promise<Buffer> {
  const { width, height } = (await readPixels(picture)).info;
  const create = { width, height, channels: 4 as const, background: '#ffffff' };
  return sharp({ create }).png().toBuffer();
}

type Point = { x: number; y: number };

const findCanvas = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true });

/** Page position of a point of the picture. `canvas` is the name of its group. */
export async function findPoint(
  page: Page,
  x: number,
  y: number,
  canvas = 'Picture',
): Promise<Point> {
  const box = (await findCanvas(page, canvas).boundingBox()) ?? assert.fail();
  const at = await page.evaluate(
    ([x = 0, y = 0]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the library has no type for its global
      const stage = (globalThis as any).Konva.stages.at(-1);
      return { x: stage.x() + x * stage.scaleX(), y: stage.y() + y * stage.scaleY() };
    },
    [x, y],
  );
  return { x: box.x + at.x, y: box.y + at.y };
}

/** Page position of a selection handle. */
export async function findHandle(page: Page, name: string, canvas = 'Picture'): Promise<Point> {
  const box = (await findCanvas(page, canvas).boundingBox()) ?? assert.fail();
  const place = () =>
    page.evaluate((handle) => {
      // biome-ignore lint/suspicious/noExplicitAny: the library has no type for its global
      const stage = (globalThis as any).Konva.stages.at(-1);
      const found = stage.findOne(`.${handle}`);
      return found?.isVisible() ? (found.getAbsolutePosition() as Point) : undefined;
    }, name);
  await waitForCondition('the handle is there', async () => (await place()) !== undefined);
  const at = (await place()) ?? assert.fail();
  return { x: box.x + at.x, y: box.y + at.y };
}

export async function dragMouse(page: Page, start: Point, end: Point): Promise<void> {
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

const steps = 6;

/** Moves several fingers at once. */
export async function dragFingers(
  session: CDPSession,
  ...fingers: [from: Point, to: Point][]
): Promise<void> {
  const at = (share: number) =>
    fingers.map(([from, to], id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints } as never);
  // Fingers touch the screen one after the other.
  for (let down = 1; down <= fingers.length; down++) await send('touchStart', at(0).slice(0, down));
  for (let n = 1; n <= steps; n++) await send('touchMove', at(n / steps));
  await send('touchEnd', []);
}

/** Controls that are too small for a finger. */
export function findSmallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, a')]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width > 0 && !element.closest('nav, [class*="skip" i]'))
      .filter(({ element, box }) => {
        // Including labels.
        const whole = element.matches('[type="checkbox"], [type="file"]')
          ? element.closest('label')
          : element;
        const { width, height } = whole?.getBoundingClientRect() ?? box;
        return width < 43.5 || height < 43.5;
      })
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} ${box.width} ${box.height}`),
  );
}
