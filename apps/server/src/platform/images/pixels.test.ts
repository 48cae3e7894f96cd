import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { inspectImage } from './inspect.ts';
import { readPixels } from './pixels.ts';

/** Four colors, wider than high, larger than the maximum. */
function picture(channels: 3 | 4): Sharp {
  const [width, height] = [1_500, 1_100];
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    data.set([x < 700 ? 220 : 40, y < 500 ? 200 : 30, (x + y) >> 4], at * channels);
    if (channels === 4) data[at * 4 + 3] = y < 800 ? 255 : 90;
  }
  return sharp(data, { raw: { width, height, channels } });
}

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
    const { width, height, channels } = pixels;
    assert.deepEqual(
      { width, height, channels },
      { width: info.width, height: info.height, channels: info.channels },
    );
    let off = 0;
    for (const [at, value] of pixels.data.entries()) off += Math.abs(value - (data[at] ?? 0));
    assert.ok(off / data.length < 2, `${off / data.length} of 255 off`);
  });
