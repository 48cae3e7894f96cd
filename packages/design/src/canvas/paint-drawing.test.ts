import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CanvasTools, DrawingContext } from './canvas.ts';
import { paintPicture } from './paint-drawing.ts';

const nothing = () => {};
const context = {
  ...{ save: nothing, restore: nothing, clip: nothing, clearRect: nothing, drawImage: nothing },
  getTransform: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
} as unknown as DrawingContext;

test('scaled copies of a picture take less than twice its pixels, however often it is painted', () => {
  let pixels = 0;
  const tools = {
    canvas(width: number, height: number) {
      pixels += width * height;
      return { canvas: {}, context };
    },
    path: () => ({}),
    scaled: new WeakMap(),
  } as unknown as CanvasTools;
  const side = 1_024;
  const picture = { naturalWidth: side, naturalHeight: side };
  for (let n = 0; n < 22; n++) {
    // Smallest size first, then again.
    const drawn = 2 ** (n % 11);
    paintPicture(context, picture, { width: drawn, height: drawn }, tools);
  }
  assert.ok(pixels > side * side && pixels < 2 * side * side, `${pixels / side / side}`);
});
