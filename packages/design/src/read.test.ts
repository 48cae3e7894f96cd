import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPalette, readDesign, templates, writeDesign } from './index.ts';
import { designLimits } from './limits.ts';
import { shapePath } from './shapes/shape-path.ts';

const sample = templates[0]?.make(createPalette('#1f4e8c'), {
  title: 'T',
  issuer: 'I',
  icon: 'award',
});
const plain = JSON.parse(JSON.stringify(sample));
const read = (change: object) => readDesign(JSON.stringify({ ...plain, ...change }));
const layer = plain.layers[0];
const small = { id: 'a', name: '', type: 'icon', x: 0, y: 0, width: 9, height: 9 };
const refused = (text: string) => {
  const answer = readDesign(text);
  assert.ok('unreadable' in answer, text.slice(0, 80));
  return answer.unreadable;
};

test('a text that is not a design of ours is refused with its reason', () => {
  for (const text of ['', 'x', '{"insigniaDesign":', '\u0000'])
    assert.deepEqual(refused(text), { reason: 'not-json' });
  const foreign = [
    'null',
    '1',
    '[]',
    '{}',
    '{"version":"5.3","objects":[]}',
    '{"insigniaDesign":"1"}',
  ];
  for (const text of foreign) assert.deepEqual(refused(text), { reason: 'foreign' });
  assert.deepEqual(refused('{"insigniaDesign":2}'), { reason: 'newer' });
  const long = refused(`"${'x'.repeat(designLimits.length)}"`);
  assert.equal(long.reason, 'too-large');
  assert.match(JSON.stringify(long), RegExp(`at most ${designLimits.length} characters`));
});

test('a text with too many members, or a long foreign one, is refused without parsing', ({
  mock,
}) => {
  const parsed = mock.method(JSON, 'parse').mock;
  const fill = (open: string, unit: string): string => open + unit.repeat(1_000_000 / unit.length);
  for (const unit of ['[', '{},', '0,', '"":0,', '"\\\\\\"[",{']) {
    const reason = refused(fill('{"insigniaDesign":1,"x":[', unit));
    assert.equal(reason.reason, 'too-large');
    assert.match(JSON.stringify(reason), RegExp(`at most ${designLimits.values} members`));
  }
  const last = `{"x":[${'0,'.repeat(designLimits.values)}0], "insigniaDesign" : 1}`;
  assert.equal(refused(last).reason, 'too-large');
  assert.deepEqual(refused(fill('[', '{},')), { reason: 'foreign' });
  assert.equal(parsed.callCount(), 0);
  const stops = Array.from({ length: designLimits.stops }, () => ({ at: 0.5, color: '#123456' }));
  const paint = { type: 'linear', angle: 0, stops };
  const shape =
    layer.type === 'shape' ? layer : { ...small, type: 'shape', shape: { kind: 'circle' } };
  const layers = Array.from({ length: designLimits.layers }, (_, n) => ({
    ...shape,
    ...{ id: `l${n}`, name: '[{,"'.repeat(25), fill: paint, stroke: { paint, width: 1 } },
  }));
  const answer = read({ layers });
  assert.ok('design' in answer, JSON.stringify(answer));
});

test('data of other programs is foreign, whatever its size and wherever it mentions our designs', () => {
  const many = Array(designLimits.values).fill(0);
  for (const value of [
    { note: '"insigniaDesign":1', many },
    { from: { insigniaDesign: 1 }, many },
    { key: 'insigniaDesign', many },
    { insigniaDesign: 'exported', many },
    [{ insigniaDesign: 1 }, ...many],
    ['insigniaDesign', ...many],
  ])
    for (const indent of [0, 1])
      assert.deepEqual(refused(JSON.stringify(value, null, indent)), { reason: 'foreign' });
});

test('an invalid member is named', () => {
  const broken: [object, string][] = [
    [{ layers: [{ ...layer, width: -1 }] }, 'layers.0.width'],
    [{ layers: [{ ...layer, x: null }] }, 'layers.0.x'],
    [{ layers: [{ ...layer, x: 1e9 }] }, 'layers.0.x'],
    [{ layers: [{ ...layer, type: 'video' }] }, 'layers.0.type'],
    [
      { layers: [{ ...layer, shape: { kind: 'star', points: 1e6, depth: 0.5 } }] },
      'layers.0.shape.points',
    ],
    [{ layers: [{ ...layer, fill: { type: 'color', color: 'url(#x)' } }] }, 'layers.0.fill.color'],
    [{ layers: [layer, layer] }, 'layers'],
    [{ layers: Array.from({ length: 5_000 }, (_, n) => ({ ...small, id: `l${n}` })) }, 'layers'],
    [{ width: 1e9 }, 'width'],
    [{ kind: 'poster' }, 'kind'],
  ];
  for (const [change, path] of broken) {
    const answer = read(change);
    assert.ok('unreadable' in answer);
    assert.deepEqual([answer.unreadable.reason, answer.unreadable.path], ['broken', path]);
    assert.equal(answer.unreadable.errors?.[0]?.path, path);
  }
});

const readOutline = (shape: object) => {
  const answer = read({ layers: [{ ...layer, type: 'shape', shape }] });
  const found = 'design' in answer ? answer.design.layers[0] : undefined;
  assert.ok(found?.type === 'shape', JSON.stringify(answer));
  return { shape: found.shape, path: shapePath(found.shape, found.width, found.height) };
};
/** Approximate area of a path, enough to show that it isn't empty. */
const computeArea = (path: string) => {
  const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const cross = points.map(([x, y], n) => {
    const [nextX, nextY] = points[(n + 1) % points.length] ?? [0, 0];
    return x * nextY - nextX * y;
  });
  return Math.abs(cross.reduce((sum, one) => sum + one, 0) / 2);
};

test('stars and seals of every depth have an area, also those saved as deep as their radius', () => {
  for (const [kind, count] of [
    ['star', { points: 3 }],
    ['star', { points: 60 }],
    ['seal', { teeth: 6 }],
    ['seal', { teeth: 120 }],
  ] as const) {
    const { width, height } = layer;
    const { shape, path } = readOutline({ kind, ...count, depth: 1 });
    assert.deepEqual(shape, { kind, ...count, depth: designLimits.depth });
    assert.ok(computeArea(path) > 0.02 * width * height, `${kind} ${computeArea(path)}`);
    const usual = { kind, ...count, depth: 0.5 };
    assert.deepEqual(readOutline(usual).shape, usual);
  }
});

test('any text is read or refused, and never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((json) => `{"insigniaDesign":1,"layers":${json}}`),
      ),
      (text) => {
        const answer = readDesign(text);
        assert.ok('unreadable' in answer || answer.design.insigniaDesign === 1);
      },
    ),
  );
});

test('every template survives writing and reading', () => {
  for (const { make } of templates) {
    const design = make(createPalette('#8c1f3a'), {
      title: 'First Aid',
      issuer: 'College',
      icon: 'heart',
    });
    assert.deepEqual(readDesign(writeDesign(design)), { design });
  }
});
