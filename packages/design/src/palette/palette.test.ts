import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, readableOn } from '@insignia/tokens/color';
import fc from 'fast-check';
import { paletteOf } from './palette.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('contrast is that of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(contrast('#0000ff', '#0000ff'), 1);
});

test('any colour becomes readable on any ground, and one that is stays as it is', () => {
  fc.assert(
    fc.property(color, color, (ground, given) => {
      const shade = readableOn(ground, given, 4.5);
      assert.ok(contrast(ground, shade) >= 4.5);
      if (contrast(ground, given) >= 4.5) assert.equal(shade, given);
    }),
  );
});

test('white letters are readable on the main colour of every palette', () => {
  fc.assert(
    fc.property(color, (given) => {
      const { main, deep, ink, paper, soft } = paletteOf(given);
      for (const ground of [main, deep]) assert.ok(contrast(ground, '#ffffff') >= 4.5);
      for (const ground of [paper, soft]) assert.ok(contrast(ground, ink) >= 4.5);
    }),
  );
});
