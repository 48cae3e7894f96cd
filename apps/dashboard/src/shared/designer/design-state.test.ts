import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPalette, type Design, readDesign, templates, writeDesign } from '@insignia/design';
import {
  addLayers,
  alignLayers,
  changeLayers,
  createCircleText,
  createIcon,
  createPicture,
  createShape,
  createText,
  distributeLayers,
  duplicateLayers,
  findLayers,
  groupLayers,
  moveLayers,
  orderLayers,
  removeLayers,
  ungroupLayers,
} from '@insignia/design/edit';
import fc from 'fast-check';
import { createDesignStore } from './design-state.ts';

const words = { title: 'First Aid', issuer: 'Red River College', icon: 'heart' };
const createDesign = () => (templates[3] ?? assert.fail()).make(createPalette('#1f4e8c'), words);

let createdCount = 0;
const newId = () => `made-${++createdCount}`;
const own = () => ({ id: newId(), name: 'New' });

type Edit = (design: Design, chosen: string[]) => Design;
const number = fc.integer({ min: -900, max: 900 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(number, number).map(
    ([x, y]): Edit =>
      (design, ids) =>
        moveLayers(design, ids, { x, y }),
  ),
  fc.tuple(fc.integer({ min: 1, max: 900 }), number).map(
    ([width, rotation]): Edit =>
      (design, ids) =>
        changeLayers(design, ids, (layer) => ({ ...layer, width, rotation: rotation % 360 })),
  ),
  fc.constantFrom('front', 'back', 'forward', 'backward').map(
    (to): Edit =>
      (design, ids) =>
        orderLayers(design, ids, to),
  ),
  fc.constantFrom('left', 'center', 'right', 'top', 'middle', 'bottom').map(
    (side): Edit =>
      (design, ids) =>
        alignLayers(design, ids, side),
  ),
  fc.constantFrom('x', 'y').map(
    (axis): Edit =>
      (design, ids) =>
        distributeLayers(design, ids, axis),
  ),
  fc.constantFrom<Edit[]>(
    (design, ids) => removeLayers(design, ids.slice(0, 1)),
    (design, ids) => groupLayers(design, ids, newId()),
    (design, ids) => ungroupLayers(design, ids),
    (design, ids) => addLayers(design, duplicateLayers(design, findLayers(design, ids), newId, 24)),
    (design, ids) => changeLayers(design, ids, (layer) => ({ ...layer, locked: !layer.locked })),
    (design, ids) => changeLayers(design, ids, (layer) => ({ ...layer, hidden: !layer.hidden })),
    (design) => addLayers(design, [createText(design, own(), 'Ada', '#112233')]),
    (design) => addLayers(design, [createShape(design, own(), 'seal', '#112233')]),
    (design) => addLayers(design, [createCircleText(design, own(), 'Ada', '#112233')]),
    (design) => addLayers(design, [createIcon(design, own(), 'award', '#112233')]),
    (design) =>
      addLayers(design, [
        createPicture(design, own(), 'b'.repeat(59), { width: 300, height: 200 }),
      ]),
    () =>
      (templates[createdCount % templates.length] ?? assert.fail()).make(
        createPalette('#8a1538'),
        words,
      ),
  ),
);
const operation = fc.record({ edit, chosen: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }) });

const pickIds = ({ layers }: Design, places: number[]) =>
  places.flatMap((place) => layers[place % Math.max(layers.length, 1)]?.id ?? []);

test('undoing and redoing 200 random operations restores the document after each step', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 200, maxLength: 200 }), (operations) => {
      const { store, history, change, select, undo, redo } = createDesignStore(createDesign());
      const seen = [writeDesign(store.getState().design)];
      for (const { edit, chosen } of operations) {
        const { design } = store.getState();
        const ids = pickIds(design, chosen);
        select(ids);
        change((before) => edit(before, ids));
        const after = store.getState().design;
        if (after !== design) seen.push(writeDesign(after));
      }
      assert.equal(history.getState().pastStates.length, seen.length - 1);
      for (const text of seen.toReversed().slice(1)) {
        undo();
        assert.equal(writeDesign(store.getState().design), text);
      }
      for (const text of seen.slice(1)) {
        redo();
        assert.equal(writeDesign(store.getState().design), text);
      }
      assert.ok('design' in readDesign(seen.at(-1) ?? ''));
    }),
    { numRuns: 10 },
  );
});

test('changes within one gesture are one undo step, and selecting adds none', () => {
  const { store, history, change, select, undo, endGesture } = createDesignStore(createDesign());
  const [first] = store.getState().design.layers;
  const id = first?.id ?? '';
  const getX = () => store.getState().design.layers[0]?.x ?? Number.NaN;
  const start = getX();
  const drag = () => change((design) => moveLayers(design, [id], { x: 5, y: 0 }), 'drag');
  for (let n = 0; n < 10; n++) drag();
  endGesture();
  drag();
  select([id]);
  drag();
  assert.equal(history.getState().pastStates.length, 3);
  assert.equal(getX(), start + 60);
  undo();
  undo();
  assert.equal(getX(), start + 50);
  drag();
  assert.equal(history.getState().futureStates.length, 0);
  undo();
  undo();
  assert.equal(getX(), start);
});

test('undo and redo select the layers that each step changed', () => {
  const { store, change, select, undo, redo } = createDesignStore(createDesign());
  const [a = '', b = ''] = store.getState().design.layers.map(({ id }) => id);
  const chosen = () => store.getState().selected;
  const copy = (id: string) =>
    change(
      (design) =>
        addLayers(
          design,
          duplicateLayers(design, findLayers(design, [a]), () => id, 24),
        ),
      undefined,
      [id],
    );
  select([a]);
  copy('copy');
  assert.deepEqual(chosen(), ['copy']);
  select([b]);
  change((design) => moveLayers(design, [b], { x: 5, y: 0 }));
  change((design) => removeLayers(design, [b]));
  assert.deepEqual(chosen(), []);
  select(['copy']);
  for (const expected of [[b], [b], [a]]) {
    undo();
    assert.deepEqual(chosen(), expected);
  }
  // The current selection isn't the edited one.
  select([b]);
  for (const expected of [['copy'], [b], []]) {
    redo();
    assert.deepEqual(chosen(), expected);
  }
  redo();
  undo();
  assert.deepEqual(chosen(), [b]);
});

test('canceling a gesture reverts only that gesture, and a gesture without changes adds no step', () => {
  const { store, history, change, undo, endGesture, cancelGesture } = createDesignStore(
    createDesign(),
  );
  const [first] = store.getState().design.layers;
  const move = (within?: string) =>
    change((design) => moveLayers(design, [first?.id ?? ''], { x: 5, y: 0 }), within);
  const getX = () => (store.getState().design.layers[0]?.x ?? Number.NaN) - (first?.x ?? 0);
  move();
  cancelGesture();
  assert.equal(getX(), 5);
  for (let n = 0; n < 3; n++) move('field');
  assert.equal(getX(), 20);
  cancelGesture();
  cancelGesture();
  assert.equal(getX(), 5);
  const { pastStates, futureStates } = history.getState();
  assert.deepEqual([pastStates.length, futureStates.length], [1, 1]);
  move('field');
  endGesture();
  cancelGesture();
  assert.equal(getX(), 10);
  change((design) => moveLayers(design, [], { x: 5, y: 0 }));
  change((design) => addLayers(design, []));
  change((design) => ({ ...design, width: design.width }));
  undo();
  undo();
  assert.equal(getX(), 0);
});

test('undo deselects layers that no longer exist, and history keeps 200 steps', () => {
  const { store, history, change, select, undo } = createDesignStore(createDesign());
  change((design) =>
    addLayers(design, [createText(design, { id: 'new', name: '' }, 'A', '#000000')]),
  );
  select(['new']);
  undo();
  assert.deepEqual(store.getState().selected, []);
  for (let n = 0; n < 300; n++) change((design) => ({ ...design, width: 1_024 + n }));
  assert.equal(history.getState().pastStates.length, 200);
});
