import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkShape,
  choosePaletteSide,
  chooseSide,
  decodeBase64,
  type ImageShape,
  isCostlyImage,
  isTooLarge,
  MAX_PIXELS,
  tooLargeImage,
} from './rules.ts';

const shape = (more: Partial<ImageShape> = {}): ImageShape => ({
  ...{ format: 'png', width: 1_000, height: 1_000, colorSpace: 'srgb', bytes: 3, depth: 8 },
  ...{ isInterlaced: false, scans: 1 },
  ...more,
});
const fiveMiB = 5 * 1024 * 1024;

test('5 MiB are accepted and one byte more is not, as bytes and as base64', () => {
  assert.equal(isTooLarge(new Uint8Array(fiveMiB)), false);
  assert.equal(isTooLarge(new Uint8Array(fiveMiB + 1)), true);
  const decoded = decodeBase64(Buffer.alloc(fiveMiB).toString('base64'));
  assert.ok(decoded instanceof Uint8Array && decoded.length === fiveMiB);
  assert.equal(decodeBase64(Buffer.alloc(fiveMiB + 6).toString('base64')), tooLargeImage);
});

test('images above the pixel or scan limit are refused', () => {
  assert.equal(checkShape(shape({ width: 5_000, height: 5_000 })), undefined);
  assert.match(
    checkShape(shape({ width: MAX_PIXELS + 1, height: 1 }))?.refused ?? '',
    /megapixels/,
  );
  assert.equal(checkShape(shape({ scans: 20 })), undefined);
  assert.match(checkShape(shape({ scans: 21 }))?.refused ?? '', /progressive/);
  const largest = { width: 5_000, height: 5_000 };
  assert.equal(checkShape(shape({ ...largest, scans: 12 })), undefined);
  assert.match(checkShape(shape({ ...largest, scans: 13 }))?.refused ?? '', /progressive/);
});

test('the more an image costs to decode, the smaller its result', () => {
  const large = { width: 4_000, height: 4_000 };
  assert.deepEqual([chooseSide(shape()), chooseSide(shape(large))], [1_024, 1_024]);
  assert.equal(chooseSide(shape({ isInterlaced: true })), 1_024);
  assert.equal(chooseSide(shape({ ...large, isInterlaced: true })), 512);
  assert.deepEqual(
    [isCostlyImage(shape()), isCostlyImage(shape({ colorSpace: 'cmyk' }))],
    [false, true],
  );
  assert.equal(isCostlyImage(shape({ width: 4_100, height: 4_100 })), true);
  assert.deepEqual(
    [choosePaletteSide(shape(), false), choosePaletteSide(shape(), true)],
    [960, 768],
  );
  const cmyk = shape({ colorSpace: 'cmyk' });
  assert.deepEqual([choosePaletteSide(cmyk, false), choosePaletteSide(cmyk, true)], [640, 512]);
});
