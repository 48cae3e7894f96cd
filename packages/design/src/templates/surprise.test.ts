import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastRatio } from '@insignia/tokens/shades';
import { icons } from '../icons/index.ts';
import { readDesign, writeDesign } from '../read.ts';
import type { Design } from '../schema.ts';
import { templates } from './index.ts';
import { createSurpriseDesign, suitableIcons, surpriseColors, templateShapes } from './surprise.ts';

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const words = { title: 'Certified Data Steward', issuer: 'Northfield University' };
const designs = Array.from({ length: 1_800 }, (_, n) =>
  createSurpriseDesign(words, Object.keys(icons), randomFrom(n + 1)),
);
const listShapes = (design: Design, name: string) =>
  design.layers.flatMap((layer) =>
    layer.type === 'shape' && layer.name === name ? [JSON.stringify(layer.shape)] : [],
  );

test('every random design can be read, and its icon suits a badge', () => {
  assert.deepEqual(
    suitableIcons.filter((name) => !(name in icons)),
    [],
  );
  for (const design of designs) {
    assert.deepEqual(readDesign(writeDesign(design)), { design });
    for (const layer of design.layers)
      if (layer.type === 'icon') assert.ok(suitableIcons.includes(layer.icon), layer.icon);
  }
});

test('random designs use every template and shape, and layers with the same outline change together', () => {
  const names = (design: Design) => JSON.stringify(design.layers.map(({ name }) => name));
  for (const template of templates) {
    const own = template.make(
      {
        main: '#000000',
        deep: '#000000',
        accent: '#000000',
        soft: '#000000',
        paper: '#000000',
        ink: '#000000',
      },
      { ...words, icon: 'award' },
    );
    const found = designs.filter((design) => names(design) === names(own));
    assert.ok(found.length > 0, template.id);
    const { layers, shapes } = templateShapes[template.id] ?? { layers: [], shapes: [] };
    const [first = '', ...others] = layers;
    const seen = new Set(found.flatMap((design) => listShapes(design, first)));
    if (first) assert.equal(seen.size, shapes.length + 1, template.id);
    for (const design of found)
      for (const other of others)
        assert.deepEqual(listShapes(design, other), listShapes(design, first), template.id);
  }
});

test('the accent color of a random design is visible on its main color', () => {
  for (const [main, accent] of surpriseColors)
    assert.ok(contrastRatio(main, accent) >= 3, `${main} ${accent}`);
});
