import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { loadFittedPicture } from './pictures.ts';

const createPicture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#24477f' } })
    .png()
    .toBuffer();
const box = { width: 300, height: 300 };

test('a picture is scaled to its box once for all cards', async () => {
  const one = await loadFittedPicture(
    { images: { get: () => createPicture(512, 256) } },
    'wide',
    box,
  );
  const { width, height } = await sharp(one.bytes).metadata();
  assert.deepEqual([width, height], [300, 150]);
  const again = await loadFittedPicture(
    { images: { get: () => assert.fail('read again') } },
    'wide',
    box,
  );
  assert.deepEqual(again, one);
});

test('a gray picture and a picture for another box are stored as separate files', async () => {
  const deps = { images: { get: () => createPicture(512, 512) } };
  const files = [
    await loadFittedPicture(deps, 'seal', box),
    await loadFittedPicture(deps, 'seal', box, true),
    await loadFittedPicture(deps, 'seal', { width: 380, height: 84 }),
  ];
  assert.equal(new Set(files.map(({ id }) => id)).size, 3);
  const [color, gray] = await Promise.all(
    files
      .slice(0, 2)
      .map(({ bytes }) => sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer()),
  );
  // A palette only approximates a color.
  for (const [n, part] of [0x24, 0x47, 0x7f].entries())
    assert.ok(Math.abs((color?.[n] ?? 0) - part) <= 6, `${n}: ${color?.[n]}`);
  assert.equal(new Set((gray ?? Buffer.alloc(0)).subarray(0, 3)).size, 1);
});

test('a picture that is smaller than its box is not enlarged', async () => {
  const { bytes } = await loadFittedPicture(
    { images: { get: () => createPicture(64, 48) } },
    'small',
    box,
  );
  const { width, height } = await sharp(bytes).metadata();
  assert.deepEqual([width, height], [64, 48]);
});
