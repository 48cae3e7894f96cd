import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastRatio, ensureContrast } from '@insignia/tokens/shades';
import fc from 'fast-check';
import { createPalette } from './palette.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('contrast is calculated as in WCAG', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21);
  assert.equal(contrastRatio('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(contrastRatio('#0000ff', '#0000ff'), 1);
});

test('any color becomes readable on any background, and a readable one is unchanged', () => {
  fc.assert(
    fc.property(color, color, (background, color) => {
      const shade = ensureContrast(background, color, 4.5);
      assert.ok(contrastRatio(background, shade) >= 4.5);
      if (contrastRatio(background, color) >= 4.5) assert.equal(shade, color);
    }),
  );
});

test('white letters are readable on the main color of every palette', () => {
  fc.assert(
    fc.property(color, (color) => {
      const { main, deep, ink, paper, soft } = createPalette(color);
      for (const background of [main, deep]) assert.ok(contrastRatio(background, '#ffffff') >= 4.5);
      for (const background of [paper, soft]) assert.ok(contrastRatio(background, ink) >= 4.5);
    }),
  );
});
