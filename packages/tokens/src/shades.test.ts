import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  contrastRatio,
  createShades,
  createSurfaceShades,
  lowestContrastBackgrounds,
  MIN_TEXT_CONTRAST,
} from './shades.ts';

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8');
const backgrounds = ['desk', 'sheet', 'well', 'hover'].map((name) => {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  assert.ok(light && dark, `tokens.css has no --${name}`);
  return { light, dark };
});
const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('no background of the tokens has less contrast than the lowest-contrast backgrounds', () => {
  for (const { light, dark } of backgrounds) {
    assert.ok(
      contrastRatio(light, '#000000') >= contrastRatio(lowestContrastBackgrounds.light, '#000000'),
    );
    assert.ok(
      contrastRatio(dark, '#ffffff') >= contrastRatio(lowestContrastBackgrounds.dark, '#ffffff'),
    );
  }
});

test('the shades of any color are readable on every background, on white and on black', () => {
  fc.assert(
    fc.property(color, (color) => {
      const { onLight, onDark } = createShades(color);
      for (const { light, dark } of [...backgrounds, { light: '#ffffff', dark: '#000000' }]) {
        assert.ok(contrastRatio(light, onLight) >= MIN_TEXT_CONTRAST);
        assert.ok(contrastRatio(dark, onDark) >= MIN_TEXT_CONTRAST);
      }
      assert.match(onLight + onDark, /^(#[0-9a-f]{6}){2}$/);
    }),
  );
});

test('a readable color is unchanged, and so is its shade', () => {
  fc.assert(
    fc.property(color, (color) => {
      const { onLight, onDark } = createShades(color);
      if (contrastRatio(lowestContrastBackgrounds.light, color) >= MIN_TEXT_CONTRAST)
        assert.equal(onLight, color);
      if (contrastRatio(lowestContrastBackgrounds.dark, color) >= MIN_TEXT_CONTRAST)
        assert.equal(onDark, color);
      assert.equal(createShades(onLight).onLight, onLight);
      assert.equal(createShades(onDark).onDark, onDark);
    }),
  );
});

test('a surface without text keeps its color, unless it is barely visible on its background', () => {
  for (const color of ['#ffdd00', '#8a1538', '#24477f'])
    assert.deepEqual(createSurfaceShades(color), { onLight: color, onDark: color });
  fc.assert(
    fc.property(color, (color) => {
      const { onLight, onDark } = createSurfaceShades(color);
      assert.ok(contrastRatio('#ffffff', onLight) >= 1.25 && contrastRatio('#000000', onDark) >= 2);
    }),
  );
});
