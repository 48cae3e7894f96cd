import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Drawing, DrawnLayer } from '@insignia/design';
import sharp from 'sharp';
import { paintDesign } from './paint.ts';

const side = 1_024;
const colors = Array.from({ length: 12 }, (_, n) => ({ r: 20 * n, g: 255 - 20 * n, b: 128 }));
const files = new Map<string, Uint8Array>();
for (const [n, background] of colors.entries())
  files.set(
    `picture-${n}`,
    await sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer(),
  );

const base = { id: 'l', opacity: 1, matrix: [1, 0, 0, 1, 0, 0] as DrawnLayer['matrix'] };
const createDrawing = (layers: DrawnLayer[]): Drawing => ({
  ...{ width: side, height: side, layers, missing: [] },
});
/** Peak memory of this process in MiB. */
const peak = (): number => process.resourceUsage().maxRSS / 1_024;

test('drawing many designs with twelve images on 300 layers needs no more memory than one', async () => {
  const layers = Array.from({ length: 300 }, (_, n): DrawnLayer => {
    const drawn = side / 2 ** (Math.floor(n / 12) % 10);
    const size = { width: drawn, height: drawn };
    return { ...base, ...size, type: 'picture', picture: `picture-${(n * 5) % 12}` };
  });
  await paintDesign(createDrawing(layers), files, side);
  const one = peak();
  for (let n = 0; n < 4; n++) await paintDesign(createDrawing(layers), files, side);
  assert.ok(peak() - one < 70, `${Math.round(peak() - one)} MiB`);
});

test('sixty shadows as large as the design use few canvases at a time', async () => {
  const layers = Array.from(
    { length: 60 },
    (_, n): DrawnLayer => ({
      ...{ ...base, width: 900, height: 900, type: 'path', path: `M${n} ${n}h900v900h-900z` },
      fill: { type: 'color', color: '#336699' },
      shadow: { x: 4, y: 4, blur: 8, color: '#000000' },
    }),
  );
  const before = peak();
  await paintDesign(createDrawing(layers), new Map(), side);
  assert.ok(peak() - before < 100, `${Math.round(peak() - before)} MiB`);
});
