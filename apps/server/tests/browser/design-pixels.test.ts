import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPalette, type Design, draw, templates } from '@insignia/design';
import { createShape, defaultShapes } from '@insignia/design/edit';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { build } from 'vite';
import { loadDrawingResources } from '../../../../packages/design/tests/drawing-resources.ts';
import { createDesignThread, type DesignThread } from '../../src/platform/drawing/index.ts';
import { openBrowser } from '../support/browser.ts';
import { comparePixels } from '../support/images.ts';
import { withoutViteSettings } from '../support/settings.ts';
import { isShort } from '../support/test-form.ts';

/** Maximum difference of channels: on average and for a single pixel. */
const tolerance = { mean: 0.6, single: 48 };

let browser: Browser;
let page: Page;
let drawer: DesignThread;
before(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
  await page.addScriptTag({ content: await exporting() });
  drawer = createDesignThread(pino({ level: 'silent' }));
});
after(async () => {
  await browser.close();
  await drawer.stop();
});

/** The dashboard's export code as a page. */
async function exporting(): Promise<string> {
  const designer = new URL(
    '../../../dashboard/src/features/badges/design/render-picture.ts',
    import.meta.url,
  );
  const built = await withoutViteSettings(() =>
    build({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        minify: false,
        lib: { entry: designer.pathname, formats: ['iife'], name: 'exporting' },
      },
    }),
  );
  const [bundle] = [built].flat();
  assert.ok(bundle && 'output' in bundle);
  return bundle.output[0].code;
}

/** A quarter of the saved pixels. */
const side = 512;
/** Fine lines and edges, as in logos. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="1001" height="419" viewBox="0 0 1001 419">
  <rect width="420" height="419" fill="#8a1538"/>
  <circle cx="210" cy="210" r="150" fill="none" stroke="#fff" stroke-width="7"/>
  ${Array.from({ length: 40 }, (_, n) => `<path d="M${430 + n * 14} 0l60 419" stroke="#24477f" stroke-width="${1 + (n % 5)}"/>`).join('')}
</svg>`;
const picture = 'b'.repeat(40);
const base = { name: '', x: 112, y: 112, width: 800, height: 800 };
const usual = { rotation: 0, opacity: 1, locked: false, hidden: false };
const linear = {
  ...{ type: 'linear', angle: 30 },
  stops: [
    { at: 0, color: '#8a1538' },
    { at: 1, color: '#c9a227aa' },
  ],
};
const radial = { ...linear, type: 'radial' };
const shadow = { color: '#00000080', x: 20, y: 30, blur: 40 };
const stroke = { paint: radial, width: 16, dash: [60, 30] };
const lettering = { font: 'Playfair Display', weight: 700, size: 140, letterSpacing: 0.05 };
const design = (...layers: object[]): Design => ({
  ...({ insigniaDesign: 1, kind: 'badge', width: 1_000, height: 800 } as const),
  background: linear as Design['background'],
  layers: layers.map((layer, n) => ({
    ...base,
    ...usual,
    id: `l${n}`,
    ...layer,
  })) as Design['layers'],
});
const empty = design();
const words = { title: 'Certified Data Steward', issuer: 'Northfield University', icon: 'award' };

const drawnTemplates = isShort ? templates.filter((_, n) => n % 4 === 0) : templates;
const all: [string, Design][] = [
  ...drawnTemplates.map(({ id, make }): [string, Design] => [
    id,
    make(createPalette('#8a1538'), words),
  ]),
  ...Object.keys(defaultShapes).map((kind): [string, Design] => [
    kind,
    design({
      ...createShape(empty, { id: 'x', name: '' }, kind as keyof typeof defaultShapes, '#24477f'),
      ...{ fill: linear, stroke, shadow, rotation: 20, opacity: 0.8 },
    }),
  ]),
  [
    'text',
    design({
      type: 'text',
      ...lettering,
      text: 'Ada & Grace\nΩ Ж',
      align: 'start',
      lineHeight: 1.1,
      fill: radial,
      stroke: { paint: linear, width: 3 },
      opacity: 0.6,
    }),
  ],
  [
    'text around a circle',
    design({
      type: 'circleText',
      ...lettering,
      text: 'Around it',
      side: 'bottom',
      fill: linear,
      shadow,
    }),
  ],
  [
    'icon',
    design({ type: 'icon', icon: 'heart', color: radial, strokeWidth: 1.5, rotation: -30, shadow }),
  ],
  ['picture', design({ type: 'picture', picture, rotation: 15, opacity: 0.7, shadow })],
  ...[
    [900, 0],
    [610, 15],
    [333, 0],
    [120, 15],
    [40, 0],
  ].map(([width, rotation]): [string, Design] => [
    `picture in ${width} units, turned by ${rotation}`,
    design({ type: 'picture', picture, x: 101.3, y: 77.7, width, height: width, rotation }),
  ]),
];

/** Background behind the text's box: at both ends and in the middle. */
function isGround(data: Uint8Array, { x, y, width, height }: Design['layers'][number]): boolean {
  const row = Math.round(((y + height / 2) * side) / 1_024);
  return [0.05, 0.5, 0.95].every((share) => {
    const column = Math.round(((x + width * share) * side) / 1_024);
    return data[(row * side + column) * 4 + 3] === 255;
  });
}

async function inBrowser(design: Design, file: Buffer): Promise<Buffer> {
  const drawing = draw(design, await bundled);
  const png = await page.evaluate(
    async ([drawing, cid, source, side]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      // biome-ignore lint/suspicious/noExplicitAny: what was added to the page
      const { exporting } = globalThis as any;
      const pictures = new Map([[cid, image]]);
      return exporting.renderToCanvas(drawing, pictures, side).toDataURL().split(',')[1] as string;
    },
    [drawing, picture, `data:image/png;base64,${file.toString('base64')}`, side] as const,
  );
  return sharp(Buffer.from(png, 'base64')).ensureAlpha().raw().toBuffer();
}
const bundled = loadDrawingResources();

test('the server draws every template and every kind of layer as the browser does', async () => {
  const file = await sharp(Buffer.from(logo)).png().toBuffer();
  for (const [name, design] of all) {
    const pictures = new Map([[picture, file]]);
    const drawn = await drawer.inTurn(0, (draw) => draw({ design: design, pictures, side }));
    assert.ok('data' in drawn, `${name}: ${JSON.stringify(drawn)}`);
    const { mean, single } = comparePixels(drawn.data, await inBrowser(design, file));
    assert.ok(mean <= tolerance.mean && single <= tolerance.single, `${name}: ${mean} ${single}`);
    const { mean: seen } = comparePixels(drawn.data, new Uint8Array(drawn.data.length));
    assert.ok(seen > 10, `${name} is empty`);
    const title = design.layers.find((layer) => layer.name === 'Title');
    if (title) assert.ok(isGround(drawn.data, title), `${name} is not read on dark pages`);
  }
});
