import assert from 'node:assert/strict';
import { test } from 'node:test';
import { designLimits, readDesign } from '@insignia/design';
import {
  findForeignPictureErrors,
  isDesign,
  isRenderNeeded,
  listDesignPictures,
  listVisiblePictures,
  readRenderableDesign,
} from './design-rules.ts';

const [one, two] = ['a'.repeat(59), 'b'.repeat(59)];
const createLayer = (picture: string, n: number, more: object = {}) => ({
  ...{ id: `p${n}`, type: 'picture', picture, name: '' },
  ...{ x: 0, y: 0, width: 9, height: 9 },
  ...more,
});
const createDesign = (layers: object[], insigniaDesign = 1) =>
  JSON.stringify({ insigniaDesign, kind: 'badge', width: 1_024, height: 1_024, layers });
const both = createDesign([
  createLayer(one, 0),
  createLayer(two, 1, { hidden: true }),
  createLayer(one, 2),
]);
const tooMany = Array(designLimits.values).fill(0);
const read = (text: string) => {
  const found = readDesign(text);
  assert.ok('design' in found, JSON.stringify(found));
  return found.design;
};
const listErrors = (text: string): string[] => {
  const found = readRenderableDesign(text);
  return 'errors' in found ? found.errors.map(({ message }) => message) : [];
};

test('hidden pictures are not drawn but remain in the design', () => {
  assert.deepEqual(listVisiblePictures(read(both)), [one]);
  assert.deepEqual(listDesignPictures(both), [one, two]);
  assert.deepEqual(listDesignPictures('no design'), []);
});

test('any text can be stored as a design, and only changed Insignia designs are drawn', () => {
  for (const [text, opens, drawn] of [
    [both, true, true],
    ['any text', false, false],
    ['{"other":1}', false, false],
    [createDesign([], 99), false, true],
    [createDesign([{ type: 'picture' }]), false, true],
    [JSON.stringify({ from: { insigniaDesign: 1 }, many: tooMany }), false, false],
    [JSON.stringify({ insigniaDesign: 1, many: tooMany }), false, true],
  ] as const) {
    assert.equal(isDesign(text), opens, text);
    assert.equal(isRenderNeeded(text, null), drawn, text);
    assert.equal(isRenderNeeded(text, text), false, text);
  }
  assert.equal(isDesign(null), false);
});

test('a design that cannot be drawn causes errors with the reason and the remedy', () => {
  assert.deepEqual(listErrors(both), []);
  assert.match(listErrors('text').join(), /not JSON.*or send an image/);
  assert.match(listErrors('{}').join(), /GET \/design-templates/);
  assert.match(listErrors(createDesign([], 99)).join(), /Upgrade the service/);
  assert.match(
    listErrors(JSON.stringify({ insigniaDesign: 1, many: tooMany })).join(),
    RegExp(`at most ${designLimits.values} members and items\\. .*or send an image`),
  );
  const limit = designLimits.drawn.pictures;
  const layers = Array.from({ length: limit + 1 }, (_, n) =>
    createLayer(String.fromCharCode(97 + n).repeat(59), n),
  );
  assert.deepEqual(listErrors(createDesign(layers.slice(1))), []);
  assert.match(listErrors(createDesign(layers)).join(), RegExp(`more than ${limit} images`));
});

test('a visible picture of another account causes an error with its layer', () => {
  assert.deepEqual(findForeignPictureErrors(read(both), [one]), []);
  assert.deepEqual(
    findForeignPictureErrors(read(both), [two]).map(({ message }) => message.split(':')[0]),
    ['layers.0.picture', 'layers.2.picture'],
  );
});
