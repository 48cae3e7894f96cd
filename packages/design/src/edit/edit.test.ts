import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Design, type Layer, readDesign, writeDesign } from '../index.ts';
import {
  addLayers,
  alignLayers,
  changeLayers,
  createCircleText,
  createEmptyDesign,
  createPicture,
  createShape,
  createText,
  distributeLayers,
  duplicateLayers,
  duplicateLayersBeside,
  expandGroups,
  findBackgroundColor,
  getBoundingBox,
  groupLayers,
  listColors,
  moveLayers,
  orderLayers,
  removeLayers,
  snapBox,
  snapEdges,
} from './index.ts';

const box = (id: string, x: number, y: number, width = 100, height = 100): Layer => ({
  ...createShape(createEmptyDesign(), { id, name: id }, 'rectangle', '#24477f'),
  ...{ x, y, width, height },
});
const three = createEmptyDesign([box('a', 0, 0), box('b', 150, 40), box('c', 500, 90)]);
const xs = ({ layers }: Design) => layers.map(({ x }) => x);
const joinIds = ({ layers }: Design) => layers.map(({ id }) => id).join('');

test('the bounding box of a rotated layer is upright around it', () => {
  const turned = getBoundingBox({ ...box('a', 0, 0, 200, 100), rotation: 90 });
  assert.deepEqual(
    Object.values(turned).map((value) => Math.round(value)),
    [50, -50, 100, 200],
  );
});

test('one layer aligns to the picture and several to each other; locked layers stay, groups move together', () => {
  assert.deepEqual(xs(alignLayers(three, ['b'], 'right')), [0, 924, 500]);
  assert.deepEqual(xs(alignLayers(three, ['a', 'b', 'c'], 'left')), [0, 0, 0]);
  assert.deepEqual(xs(alignLayers(three, ['a', 'c'], 'center')), [250, 150, 250]);
  const locked = createEmptyDesign(three.layers.map((one) => ({ ...one, locked: one.id === 'b' })));
  assert.deepEqual(xs(alignLayers(locked, ['a', 'b', 'c'], 'right')), [500, 150, 500]);
  const grouped = groupLayers(three, ['a', 'b'], 'g');
  assert.deepEqual(xs(alignLayers(grouped, ['a', 'b'], 'right')), [774, 924, 500]);
});

test('distributing layers equalizes the gaps, and does nothing for two layers', () => {
  assert.deepEqual(xs(distributeLayers(three, ['a', 'b', 'c'], 'x')), [0, 250, 500]);
  assert.equal(distributeLayers(three, ['a', 'c'], 'x'), three);
});

test('reordering layers keeps the order of the selected ones among themselves', () => {
  assert.equal(joinIds(orderLayers(three, ['a', 'b'], 'front')), 'cab');
  assert.equal(joinIds(orderLayers(three, ['a', 'b'], 'forward')), 'cab');
  assert.equal(joinIds(orderLayers(three, ['b', 'c'], 'back')), 'bca');
  assert.equal(joinIds(orderLayers(three, ['c'], 'backward')), 'acb');
  assert.equal(joinIds(orderLayers(three, ['c'], 'forward')), 'abc');
});

test('copies get ids and groups of their own, and a design never exceeds its layer limit', () => {
  const grouped = groupLayers(three, ['a', 'b'], 'g');
  assert.deepEqual(expandGroups(grouped, ['a']), ['a', 'b']);
  let n = 0;
  const copies = duplicateLayers(grouped, grouped.layers, () => `n${++n}`, 24);
  const both = addLayers(grouped, copies);
  assert.equal(new Set(both.layers.map(({ id }) => id)).size, 6);
  assert.notEqual(copies[0]?.group, 'g');
  assert.equal(copies[0]?.group, copies[1]?.group);
  const many = Array.from({ length: 400 }, (_, at) => box(`m${at}`, 0, 0));
  assert.ok('design' in readDesign(writeDesign(addLayers(three, many))));
});

test('each copy lies one step further than the last, and in another design at the same place', () => {
  let n = 0;
  const beside = (design: Design, layers: Layer[]) =>
    duplicateLayersBeside(design, layers, () => `c${++n}`, 24);
  const [first] = three.layers;
  assert.ok(first);
  let design = three;
  for (const aside of [24, 48, 72]) {
    const [copy] = beside(design, [first]);
    assert.deepEqual([copy?.x, copy?.y], [first.x + aside, first.y + aside]);
    design = addLayers(design, copy ? [copy] : []);
  }
  assert.equal(beside(createEmptyDesign(), [first])[0]?.x, first.x);
});

test('dragging a layer far away never exceeds the positions that can be saved', () => {
  const far = moveLayers(three, ['a'], { x: 30_000, y: -30_000 });
  const [layer] = far.layers;
  assert.deepEqual([layer?.x, layer?.y], [10_000, -10_000]);
  assert.ok('design' in readDesign(JSON.stringify(far)));
});

test('removing layers leaves locked ones', () => {
  const locked = createEmptyDesign(three.layers.map((one) => ({ ...one, locked: one.id === 'b' })));
  assert.equal(joinIds(removeLayers(locked, ['a', 'b'])), 'bc');
});

test('a box snaps to a nearby matching edge or center with a guide line, not to a distant one', () => {
  const others = [{ x: 0, y: 0, width: 1_024, height: 1_024 }];
  const near = snapBox({ x: 459, y: 300, width: 100, height: 50 }, others, 6);
  assert.deepEqual([near.x, near.y], [3, 0]);
  assert.deepEqual(near.guides, [{ axis: 'x', at: 512, from: 0, to: 1_024 }]);
  const far = snapBox({ x: 430, y: 300, width: 100, height: 50 }, others, 6);
  assert.deepEqual(far, { x: 0, y: 0, guides: [] });
});

test('a dragged edge snaps like a moved box, and a corner keeps the proportions', () => {
  const others = [{ x: 0, y: 0, width: 1_024, height: 1_024 }];
  const box = { x: 100, y: 100, width: 409, height: 50 };
  const side = snapEdges(box, { x: 'end' }, others, 6);
  assert.deepEqual(side.box, { ...box, width: 412 });
  assert.deepEqual(side.guides, [{ axis: 'x', at: 512, from: 0, to: 1_024 }]);
  const start = snapEdges({ ...box, x: 4 }, { x: 'start' }, others, 6);
  assert.deepEqual(start.box, { ...box, x: 0, width: 413 });
  const corner = snapEdges(
    { x: 600, y: 504, width: 100, height: 200 },
    { x: 'end', y: 'start' },
    others,
    8,
  );
  assert.deepEqual(corner.box, { x: 600, y: 512, width: 96, height: 192 });
  const still = { guides: [], box };
  assert.deepEqual(snapEdges(box, { y: 'end' }, others, 6), still);
  assert.deepEqual(snapEdges(box, { x: 'end' }, others, 2), still);
  // Eight times as wide as high, it would grow by 24.
  const wide = { x: 100, y: 459, width: 400, height: 50 };
  const unsnapped = snapEdges(wide, { x: 'end', y: 'end' }, others, 6);
  assert.deepEqual(unsnapped, { guides: [], box: wide });
});

test('the background of a text is the highest filled shape below it, and unknown over a picture', () => {
  const letters = createText(three, { id: 't', name: '' }, 'Ada', '#ffffff');
  const disc = createShape(three, { id: 'd', name: '' }, 'circle', '#0a7a4b');
  assert.equal(findBackgroundColor(createEmptyDesign([disc, letters]), 't'), '#0a7a4b');
  assert.equal(findBackgroundColor(createEmptyDesign([letters]), 't'), undefined);
  // Letters on a circle are at its edge.
  const ring = createCircleText(three, { id: 'r', name: '' }, 'Ada', '#000000');
  const plate = { ...disc, id: 'plate', x: 412, y: 412, width: 200, height: 200 };
  const white = { ...plate, fill: { type: 'color' as const, color: '#ffffff' } };
  const wide = { ...disc, x: 0, y: 0, width: 1_024, height: 1_024 };
  assert.equal(findBackgroundColor(createEmptyDesign([wide, white, letters]), 't'), '#ffffff');
  for (const side of ['top', 'bottom'] as const)
    assert.equal(
      findBackgroundColor(createEmptyDesign([wide, white, { ...ring, side }]), 'r'),
      '#0a7a4b',
    );
  const size = { width: 10, height: 10 };
  const picture = createPicture(three, { id: 'p', name: '' }, 'b'.repeat(40), size, 1);
  assert.equal(findBackgroundColor(createEmptyDesign([disc, picture, letters]), 't'), undefined);
});

test('the colors of a design are listed with the most used first', () => {
  assert.deepEqual(listColors(three), ['#24477f']);
});

test('a text is cut to the maximum length that can be saved, never within a character', () => {
  const text = createText(createEmptyDesign(), { id: 't', name: 'T' }, 'x', '#24477f');
  const write = (words: string) =>
    changeLayers(createEmptyDesign([text]), ['t'], (layer) => ({ ...layer, text: words }));
  const [long, cut] = [write('x'.repeat(2_000)), write(`${'x'.repeat(499)}🎓`)];
  assert.ok('design' in readDesign(writeDesign(long)));
  // Half of a surrogate pair has no glyph.
  assert.deepEqual(
    cut.layers.map((layer) => 'text' in layer && layer.text),
    ['x'.repeat(499)],
  );
});
