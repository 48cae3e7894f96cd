import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CertificateDesign,
  cardSize,
  readCertificateDesign,
  readIssuerDesign,
} from '@insignia/design';
import { addLayers, changeLayers, moveLayers } from '@insignia/design/edit';
import { createDesignStore } from '../../../shared/designer/design-state.ts';
import {
  changeBackground,
  changeSheet,
  findInvalidLayers,
  hasBack,
  isSameDesign,
  openDocument,
  toDesign,
  turnOver,
} from './document.ts';
import { createFilled, createShape, createShapes, createText } from './new-layers.ts';

const box = { x: 20, y: 20, width: 100, height: 20 };
function createDesign(more: object = {}): CertificateDesign {
  const layers = [{ ...box, id: 'name', type: 'text', text: '{{recipient_name}}', size: 20 }];
  const sheet = { insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'landscape' };
  const read = readCertificateDesign({ ...sheet, layers, ...more });
  return 'design' in read ? read.design : assert.fail(JSON.stringify(read.errors));
}
const twoSided = createDesign({
  background: { color: '#fffdf7' },
  back: { layers: [{ ...box, id: 'code', type: 'qr' }] },
});

test('a design stays the same when opened, turned over and turned back', () => {
  const document = openDocument(twoSided);
  const turned = turnOver(document);
  assert.deepEqual(
    [turned.layers.map(({ id }) => id), turned.background, turned.isBack],
    [['code'], undefined, true],
  );
  for (const each of [document, turned, turnOver(turned)])
    assert.ok(isSameDesign(toDesign(each), twoSided));
  const single = openDocument(createDesign());
  assert.equal(hasBack(single), false);
  assert.equal(turnOver(single), single);
});

test('turning over is no step, and undo returns to the side of the change', () => {
  const { store, history, change, show, undo } = createDesignStore(openDocument(twoSided));
  change((document) => moveLayers(document, ['name'], { x: 5, y: 0 }));
  show(turnOver);
  change((document) => moveLayers(document, ['code'], { x: 5, y: 0 }));
  assert.equal(history.getState().pastStates.length, 2);
  undo();
  assert.equal(store.getState().design.isBack, true);
  undo();
  assert.equal(store.getState().design.isBack, false);
  assert.ok(isSameDesign(toDesign(store.getState().design), twoSided));
});

test('new layers and changes of the page are valid', () => {
  let document = openDocument(createDesign());
  const filled = (['badge', 'logo', 'qr', 'signature'] as const).map((type) =>
    createFilled(document, type),
  );
  document = addLayers(document, [...filled, createText(document, { name: '' }, 'Words')]);
  document = changeSheet(document, { paper: 'letter', orientation: 'portrait' });
  assert.deepEqual([document.width, document.height], [215.9, 279.4]);
  document = changeBackground(document, { color: '#ffffff' });
  assert.ok('design' in readCertificateDesign(toDesign(document)));
  document = changeBackground(document, { color: undefined });
  assert.equal('background' in document, false);
  const far = changeLayers(document, ['name'], (layer) => ({ ...layer, x: 9_999, width: 0 }));
  assert.ok('design' in readCertificateDesign(toDesign(far)));
});

test('a card stays the same when opened, and its new layers are valid and on the card', () => {
  const layers = [{ ...box, id: 'name', type: 'text', text: '{{recipient_name}}', size: 20 }];
  const read = readIssuerDesign({ insigniaDesign: 1, kind: 'card', layers });
  assert.ok('design' in read);
  let document = openDocument(read.design);
  assert.ok(isSameDesign(toDesign(document), read.design));
  assert.deepEqual([document.kind, hasBack(document)], ['card', false]);
  assert.equal(turnOver(document), document);
  assert.equal(changeSheet(document, { paper: 'letter' }), document);
  const filled = (['badge', 'logo', 'qr', 'signature'] as const).map((type) =>
    createFilled(document, type),
  );
  const kinds = Object.keys(createShapes(document)) as (keyof ReturnType<typeof createShapes>)[];
  const shapes = kinds.map((kind) => createShape(document, { name: '' }, kind, '#7d1234'));
  const added = [...filled, ...shapes, createText(document, { name: '' }, 'Words')];
  for (const { x, y, width, height } of added)
    assert.ok(x >= 0 && y >= 0 && x + width <= cardSize.width && y + height <= cardSize.height);
  document = changeBackground(addLayers(document, added), { color: '#ffffff' });
  assert.ok('design' in readIssuerDesign(toDesign(document)));
  const far = changeLayers(document, ['name'], (layer) => ({ ...layer, x: 9_999, width: 0 }));
  assert.deepEqual(findInvalidLayers(toDesign(far)), []);
  assert.deepEqual([far.layers[0]?.x, far.layers[0]?.width], [2_400, 1]);
});

test('layers that the service would refuse are named with their side', () => {
  const wrong = { ...box, id: 'wrong', name: '', type: 'text', text: '{{recipient}}', size: 20 };
  const [layer] = createDesign().layers;
  const front = { ...layer, text: '' } as CertificateDesign['layers'][number];
  const back = { layers: [wrong] } as unknown as CertificateDesign['back'];
  assert.deepEqual(findInvalidLayers({ ...createDesign(), layers: [front], back }), [
    { id: 'name', isBack: false },
    { id: 'wrong', isBack: true },
  ]);
  assert.deepEqual(findInvalidLayers(twoSided), []);
});
