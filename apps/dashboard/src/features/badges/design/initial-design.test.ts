import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPalette, readDesign, templates, writeDesign } from '@insignia/design';
import { createInitialDesign } from './initial-design.ts';

const image = `https://insignia.example/images/${'b'.repeat(59)}`;
const words = { title: '<b>#eval("1")</b> \u202e 🎉', issuer: '$x$ *b* _', icon: 'heart' };
const [template] = templates;
const whole = (template ?? assert.fail()).make(createPalette('#8a1538'), words);
const plain = JSON.parse(writeDesign(whole));
const [first] = plain.layers;
const changed = (change: object) => JSON.stringify({ ...plain, ...change });

const small = { id: 'a', name: '', type: 'icon', x: 0, y: 0, width: 9, height: 9 };

const bad: Record<string, [designJson: string, expected: RegExp]> = {
  broken: [changed({ layers: [{ id: 1 }] }), /can’t be read.*layers\.0/],
  foreign: ['{"version":"5.3","objects":[]}', /another program/],
  'not JSON': ['x', /another program/],
  'of a later version': [changed({ insigniaDesign: 2 }), /newer version/],
  'of 2 MiB': [JSON.stringify('x'.repeat(2 * 1024 * 1024 - 2)), /another program/],
  'larger than 2 MiB': [
    JSON.stringify('x'.repeat(2 * 1024 * 1024)),
    /too large to edit.*2,097,152 characters/,
  ],
  'of 5,000 layers': [
    changed({ layers: Array.from({ length: 5_000 }, (_, n) => ({ ...small, id: `l${n}` })) }),
    /can’t be read \(layers\)/,
  ],
  'of 60,000 members': [
    changed({ many: Array(60_000).fill(0) }),
    /too large to edit.*60,000 values/,
  ],
  'foreign that speaks of ours': [
    JSON.stringify({ from: plain, many: Array(60_000).fill(0) }),
    /another program/,
  ],
  'with NaN': [writeDesign(whole).replace('"x":', '"x":NaN,"z":'), /another program/],
  'with what is no number': [changed({ layers: [{ ...first, x: null }] }), /layers\.0\.x/],
  'of a negative size': [changed({ layers: [{ ...first, width: -1 }] }), /layers\.0\.width/],
};

for (const [what, [designJson, expected]] of Object.entries(bad))
  test(`a design ${what} opens as a locked picture layer, with a notice of the reason`, () => {
    const { design, notice = '' } = createInitialDesign({ designJson, image });
    assert.match(notice, expected);
    const [picture, ...others] = design.layers;
    assert.deepEqual(others, []);
    assert.ok(picture?.type === 'picture' && picture.locked);
    assert.equal(picture.picture, 'b'.repeat(59));
    assert.deepEqual(readDesign(writeDesign(design)), { design });
  });

test('a design with unknown fonts, icons and images, or markup in texts, opens unchanged', () => {
  const strange = JSON.parse(
    writeDesign(whole).replaceAll('"icon":"heart"', '"icon":"no-such-icon"'),
  );
  for (const layer of strange.layers) if ('font' in layer) layer.font = 'No Such Font';
  const { design, notice } = createInitialDesign({ designJson: JSON.stringify(strange), image });
  assert.equal(notice, undefined);
  assert.deepEqual(JSON.parse(writeDesign(design)), strange);
});
