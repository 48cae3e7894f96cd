import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { inspectImage } from './inspect.ts';
import { readPixels } from './pixels.ts';

const [width, height] = [1_500, 1_100];

/** Four colors, wider than high, larger than the maximum. */
function paintPixels(channels: 3 | 4): Buffer {
  const data = Buffer.alloc(width * height * channels);
  let at = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      data[at++] = x < 700 ? 220 : 40;
      data[at++] = y < 500 ? 200 : 30;
      data[at++] = (x + y) >> 4;
      if (channels === 4) data[at++] = y < 800 ? 255 : 90;
    }
  return data;
}
const painted = { 3: paintPixels(3), 4: paintPixels(4) };
const picture = (channels: 3 | 4): Sharp =>
  sharp(painted[channels], { raw: { width, height, channels } });

const kinds: Record<string, () => Sharp> = {
  PNG: () => picture(3).png(),
  'with transparency': () => picture(4).png(),
  'palette with transparency': () => picture(4).png({ palette: true }),
  'of 16 bits, interlaced': () => picture(4).toColourspace('rgb16').png({ progressive: true }),
  'of 16 bits in grey': () => picture(3).toColourspace('grey16').png(),
  grey: () => picture(3).toColourspace('b-w').png(),
  'grey with transparency': () => picture(4).toColourspace('b-w').png(),
  JPG: () => picture(3).jpeg(),
  'progressive JPG in grey': () => picture(3).toColourspace('b-w').jpeg({ progressive: true }),
  'JPG for printing': () => picture(3).toColourspace('cmyk').withIccProfile('cmyk').jpeg(),
  'with a colour profile': () => picture(3).withIccProfile('p3').png(),
  'JPG with a colour profile': () => picture(3).withIccProfile('p3').jpeg(),
  'lying on the side': () =>
    picture(3)
      .withExif({ IFD0: { Orientation: '6' } })
      .jpeg(),
  'mirrored PNG': () =>
    picture(4)
      .withExif({ IFD0: { Orientation: '5' } })
      .png(),
};

for (const [name, make] of Object.entries(kinds))
  test(`shrinking while decoding gives the same pixels, rotation and colors: ${name}`, async () => {
    const bytes = await make().toBuffer();
    const found = inspectImage(bytes);
    assert.ok(!('refused' in found));
    const pixels = await readPixels(found.plain, found.shape);
    const { data, info } = await sharp(bytes)
      .rotate()
      .resize({ width: 1_024, height: 1_024, fit: 'inside' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual(
      [pixels.width, pixels.height, pixels.channels],
      [info.width, info.height, info.channels],
    );
    assert.equal(pixels.data.length, data.length);
    let off = 0;
    for (let at = 0; at < data.length; at++)
      off += Math.abs((pixels.data[at] ?? 0) - (data[at] ?? 0));
    assert.ok(off / data.length < 2, `${off / data.length} of 255 off`);
  });
