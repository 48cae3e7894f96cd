import assert from 'node:assert/strict';
import { test } from 'node:test';
import svgpath from 'svgpath';
import { cardSize, createCardDesign, readIssuerDesign } from './card.ts';
import { certificateShapePath } from './certificate-shape.ts';
import { drawShapes } from './draw-shapes.ts';
import { createDrawableSide, type FilledPicture } from './draw-side.ts';
import { findExcess, isDrawable } from './find-excess.ts';
import { type CertificateValues, fillCertificateText } from './placeholders.ts';
import { listCertificatePictures, readCertificateDesign, sheetSize } from './schema.ts';
import { styleDesigns } from './styles/index.ts';

const box = { x: 10, y: 20, width: 100, height: 12 };
const text = { id: 'name', type: 'text', ...box, text: '{{recipient_name}}', size: 30 };
const sheet = { insigniaDesign: 1, kind: 'certificate', paper: 'a4', orientation: 'landscape' };
const picture = (n: number) => ({
  ...{ id: `picture-${n}`, type: 'picture', ...box },
  picture: `bafkrei${String(n).padStart(20, 'a')}`,
});

function readErrors(value: unknown): { path: string; message: string }[] {
  const read = readCertificateDesign(value);
  if ('errors' in read) return read.errors;
  const excess = findExcess(read.design);
  return excess ? [{ path: excess.path, message: excess.message }] : [];
}

test('a design is read with its defaults', () => {
  const read = readCertificateDesign({ ...sheet, layers: [text] });
  assert.ok('design' in read);
  const { layers, bleed, back } = read.design;
  assert.deepEqual([bleed, back], [3, undefined]);
  const [layer] = layers;
  assert.ok(layer?.type === 'text');
  assert.deepEqual(
    [layer.font, layer.fit, layer.hideWhenEmpty, layer.rotation],
    [...['Source Serif 4', 'shrink', true, 0]],
  );
  assert.deepEqual(readCertificateDesign(read.design), read);
  assert.deepEqual(sheetSize(read.design), { width: 297, height: 210 });
});

test('an unknown placeholder is an error of its layer that lists the known ones', () => {
  const wrong = { ...text, id: 'other', text: 'For {{recipent_name}}' };
  const [front, back] = readErrors({
    ...{ ...sheet, layers: [text, wrong] },
    back: { layers: [{ ...text, text: 'a }} b' }] },
  });
  assert.equal(front?.path, 'layers.1.text');
  assert.match(front.message, /unknown placeholder \{\{recipent_name\}\}.+\{\{recipient_name\}\}/);
  assert.equal(back?.path, 'back.layers.0.text');
  assert.match(back.message, /braces outside a placeholder/);
  assert.deepEqual(
    readErrors({ ...sheet, layers: [{ ...text, text: '{{field:Final grade}}' }] }),
    [],
  );
});

test('10,000 layers, repeated ids, unknown members and sizes off the sheet are each one error', () => {
  const many = Array.from({ length: 10_000 }, (_, n) => ({ ...text, id: `n${n}`, size: -1 }));
  assert.deepEqual(readErrors({ ...sheet, layers: many }), [
    { path: 'layers', message: 'must have at most 100 items' },
  ]);
  assert.deepEqual(readErrors({ ...sheet, layers: [], back: { layers: many } }), [
    { path: 'back.layers', message: 'must have at most 100 items' },
  ]);
  assert.deepEqual(
    readErrors({ ...sheet, layers: [text, text] }).map(({ path }) => path),
    ['layers'],
  );
  for (const [wrong, path] of [
    [{ ...text, colour: '#000000' }, 'layers.0'],
    [{ ...text, x: 1_000 }, 'layers.0.x'],
    [{ ...text, size: Number.NaN }, 'layers.0.size'],
    [{ ...text, type: 'video' }, 'layers.0.type'],
  ] as const)
    assert.deepEqual(
      readErrors({ ...sheet, layers: [wrong] }).map((error) => error.path),
      [path],
    );
  for (const value of [null, undefined, 7, 'x', [], { ...sheet, layers: 'x', back: null }])
    assert.ok(readErrors(value).length > 0, String(value));
});

test('no text of a design has characters that can’t be stored', () => {
  const paths = (wrong: object) =>
    readErrors({ ...sheet, layers: [wrong] }).map(({ path }) => path);
  for (const words of ['a\u0000', 'a\ud800', '\udc00a']) {
    assert.deepEqual(paths({ ...text, text: words }), ['layers.0.text']);
    assert.deepEqual(paths({ ...text, name: words }), ['layers.0.name']);
    assert.deepEqual(paths({ ...text, id: words }), ['layers.0.id']);
    assert.deepEqual(paths({ ...picture(1), alt: words }), ['layers.0.alt']);
    assert.deepEqual(paths({ ...picture(1), picture: words }), ['layers.0.picture']);
    assert.deepEqual(paths({ ...text, color: words }), ['layers.0.color']);
    assert.deepEqual(paths({ ...text, [words]: 1 }), ['layers.0']);
  }
});

test('pictures of both sides are listed once, and their number is limited', () => {
  const [first, second] = [picture(1), picture(2)];
  const read = readCertificateDesign({
    ...{ ...sheet, background: { picture: first.picture }, layers: [{ ...first, hidden: true }] },
    back: { layers: [second] },
  });
  assert.ok('design' in read);
  assert.deepEqual(listCertificatePictures(read.design), [first.picture, second.picture]);
  const crowd = Array.from({ length: 13 }, (_, n) => picture(n));
  assert.deepEqual(readErrors({ ...sheet, layers: crowd }), [
    { path: 'layers', message: 'must have at most 12 pictures' },
  ]);
});

test('placeholders are replaced once, and one without a value makes the text incomplete', () => {
  const values = {
    ...{ recipient_name: '{{badge_name}}', badge_name: 'Sailor', expires: '' },
    findField: (name: string) => (name === 'Grade' ? 'A' : undefined),
  } as CertificateValues;
  const fill = (written: string, maxLength = 1_000) =>
    fillCertificateText(written, values, maxLength);
  assert.deepEqual(fill('{{ recipient_name }}: {{badge_name}}, {{field: Grade}}'), {
    ...{ text: '{{badge_name}}: Sailor, A', isComplete: true },
  });
  assert.deepEqual(fill('until {{expires}}'), { text: 'until ', isComplete: false });
  assert.equal(fill('{{field:ToString}}').isComplete, false);
  assert.deepEqual(fill('{{badge_name}}{{badge_name}}{{badge_name}}', 8), {
    ...{ text: 'SailorSa', isComplete: true },
  });
  assert.equal(fill('Dear {{badge_name}}', 8).text, 'Dear Sai');
});

test('shapes are drawn at their places on the sheet', () => {
  const read = readCertificateDesign({
    ...sheet,
    layers: [
      {
        ...{ id: 'frame', type: 'shape', ...box, shape: { kind: 'rectangle', radius: 0 } },
        fill: { type: 'color', color: '#7d1234' },
      },
    ],
  });
  assert.ok('design' in read);
  const shapes = read.design.layers.filter((layer) => layer.type === 'shape');
  const svg = drawShapes(shapes, { width: 297, height: 210 });
  assert.match(svg, /viewBox="0 0 297 210"/);
  assert.match(svg, /matrix\(1 0 0 1 10 20\)/);
  assert.match(svg, /fill="#7d1234"/);
});

const rosette = { kind: 'rosette', petals: 40, strands: 6, rings: [{ radius: 0.5, swing: 0.5 }] };

test('ornaments are drawn within their boxes', () => {
  const ornaments = [
    ...[{ kind: 'frame', notch: 11 }, { kind: 'frame', notch: 100 }, { kind: 'fleuron' }],
    ...[{ kind: 'guilloche', band: 8.4 }, { kind: 'guilloche', band: 50 }, rosette],
  ];
  for (const [width, height] of [
    [269, 182],
    [20, 0.1],
  ] as const)
    for (const shape of ornaments) {
      const read = readCertificateDesign({
        ...{ ...sheet, layers: [{ id: 'ornament', type: 'shape', ...box, width, height, shape }] },
      });
      assert.ok('design' in read, shape.kind);
      const [layer] = read.design.layers;
      assert.ok(layer?.type === 'shape');
      const path = certificateShapePath(layer.shape, width, height);
      assert.doesNotMatch(path, /NaN|Infinity|e[-+]?\d/);
      svgpath(path)
        .abs()
        .iterate((_segment, _n, x, y) => {
          assert.ok(x >= -0.2 && x <= width + 0.2, `${shape.kind}: ${x} of ${width}`);
          assert.ok(y >= -0.2 && y <= height + 0.2, `${shape.kind}: ${y} of ${height}`);
        });
    }
});

test('fine ornaments of both sides are limited', () => {
  const layers = Array.from({ length: 7 }, (_, n) => ({
    ...{ id: `rosette-${n}`, type: 'shape', ...box, shape: rosette },
  }));
  assert.deepEqual(readErrors({ ...sheet, layers }), []);
  assert.deepEqual(readErrors({ ...sheet, layers, back: { layers } }), [
    { path: 'layers', message: 'must have at most 12 guilloches and rosettes' },
  ]);
});

test('shapes that take long to draw are limited', () => {
  const shapes = (count: number, more: object) =>
    Array.from({ length: count }, (_, n) => ({ id: `n${n}`, type: 'shape', ...box, ...more }));
  const rings = [0.9, 0.8, 0.7, 0.6].map((radius) => ({ radius, swing: 1 }));
  const round = { shape: { kind: 'circle' } };
  const stops = [
    { at: 0, color: '#123456' },
    { at: 1, color: '#ffffff' },
  ];
  const radial = { ...round, fill: { type: 'radial', stops } };
  const wide = { paint: { type: 'color', color: '#123456' }, width: 100.1 };
  for (const [layers, path, message] of [
    [shapes(3, { shape: { ...rosette, rings } }), 'layers', /at most 2000 petals/],
    [shapes(25, radial), 'layers', /at most 24 radial gradients/],
    [shapes(1, { ...round, stroke: wide }), 'layers.0.stroke.width', /at most 100\. Use/],
  ] as const) {
    const [error, ...others] = readErrors({ ...sheet, layers });
    assert.deepEqual([error?.path, others], [path, []]);
    assert.match(error?.message ?? '', message);
  }
  assert.deepEqual(readErrors({ ...sheet, layers: shapes(24, radial) }), []);
});

test('a design exceeds a limit as far as its saved version, and not further', () => {
  const border = (id: string, dash: number[], width = 200) => ({
    ...{ id, type: 'shape', x: 10, y: 10, width, height: 50, shape: { kind: 'circle' } },
    stroke: { paint: { type: 'color', color: '#123456' }, width: 0.2, dash },
  });
  const read = (layers: object[], back?: object[]) => {
    const found = readCertificateDesign({
      ...sheet,
      layers,
      ...(back && { back: { layers: back } }),
    });
    return 'design' in found ? found.design : assert.fail(JSON.stringify(found));
  };
  const fine = [0.05, 0.05];
  const saved = read([text, border('a', fine), border('b', fine)]);
  assert.deepEqual(findExcess(saved)?.ids, ['a', 'b']);
  for (const layers of [
    [{ ...text, text: 'Other' }, border('a', fine), border('b', fine)],
    [border('b', fine), { ...border('a', fine), x: 30 }],
    [border('a', [0.1, 0.1])],
  ])
    assert.equal(findExcess(read(layers), saved), undefined);
  assert.equal(findExcess(read([border('b', fine)], [border('a', fine)]), saved), undefined);
  for (const layers of [
    [text, border('a', fine), border('b', fine, 210)],
    [text, border('a', fine), border('b', [0.045])],
  ])
    assert.equal(findExcess(read(layers), saved)?.path, 'layers.2.stroke.dash');
  const strokes = (width: number, id = 'a') => {
    const { stroke, ...shape } = border(id, []);
    return { ...shape, stroke: { paint: stroke.paint, width } };
  };
  const wide = read([strokes(300)]);
  assert.equal(findExcess(read([strokes(200)]), wide), undefined);
  assert.equal(findExcess(read([strokes(301)]), wide)?.path, 'layers.0.stroke.width');
  assert.equal(
    findExcess(read([strokes(300), strokes(101, 'b')]), wide)?.path,
    'layers.1.stroke.width',
  );
  assert.ok(isDrawable(saved) && isDrawable(wide));
  const endless = read([text, border('a', [1e-9])]);
  assert.equal(findExcess(endless, endless)?.path, 'layers.1.stroke.dash');
  assert.equal(isDrawable(read([strokes(300), strokes(101, 'b')])), false);
});

test('dashes of both sides are limited, because each costs as much as a line', () => {
  const border = (id: string, dash: number[]) => ({
    ...{ id, type: 'shape', x: 10, y: 10, width: 200, height: 50 },
    ...{ shape: { kind: 'rectangle', radius: 0 } },
    stroke: { paint: { type: 'color', color: '#123456' }, width: 0.2, dash },
  });
  for (const dash of [[0.25, 0.25], [0, 0], [500]])
    assert.deepEqual(readErrors({ ...sheet, layers: [border('a', dash)] }), []);
  const message =
    'has more than 5000 dashes and gaps, including the layers below. Make them longer';
  for (const dash of [[0.001, 0.001], [0.05], [0, 1e-9]])
    assert.deepEqual(readErrors({ ...sheet, layers: [text, border('a', dash)] }), [
      { path: 'layers.1.stroke.dash', message },
    ]);
  const half = [0.1, 0.1];
  assert.deepEqual(
    readErrors({ ...sheet, layers: [border('a', half)], back: { layers: [border('b', half)] } }),
    [{ path: 'back.layers.0.stroke.dash', message }],
  );
  const pixels = { ...border('a', [1, 1]), width: 1_200, height: 630 };
  const card = { insigniaDesign: 1, kind: 'card', layers: [pixels, { ...pixels, id: 'b' }] };
  const read = readIssuerDesign(card);
  assert.ok('design' in read);
  assert.equal(findExcess(read.design)?.path, 'layers.1.stroke.dash');
});

test('styles open as designs that stay on the sheet, also mirrored and without signatories', () => {
  const labels = {
    ...{ title: 'Zeugnis', awardedTo: 'a', awardedFor: 'b', issuedOn: 'c', validUntil: 'd' },
    ...{ verify: 'e', smallPrint: 'f {{short_url}}' },
  };
  for (const [style, createDesign] of Object.entries(styleDesigns))
    for (const paper of ['a4', 'letter'] as const)
      for (const orientation of ['landscape', 'portrait'] as const)
        for (const [signatures, isRtl, logoRatio] of [
          [0, false, null],
          [1, true, 4],
          [2, true, 0.5],
          [3, false, 0.5],
          [3, true, null],
        ] as const) {
          const { layers } = createDesign({
            ...{ paper, orientation, accentColor: '#7d1234', signatures, isRtl, logoRatio, labels },
            address: 'https://credentials.example.org/credentials/',
          });
          const { width, height } = sheetSize({ paper, orientation });
          for (const layer of layers) {
            if (layer.type === 'shape') continue;
            const about = `${style} ${orientation} ${paper} ${signatures} ${layer.id}`;
            assert.ok(layer.x >= 0 && layer.x + layer.width <= width, about);
            assert.ok(layer.y >= 0 && layer.y + layer.height <= height, about);
          }
          const signed = layers.filter(({ type }) => type === 'signature');
          assert.equal(signed.length, signatures, style);
          const ends = signed
            .map(({ x, width }) => [x, x + width])
            .sort(([one = 0], [other = 0]) => one - other);
          for (const [n, [start = 0]] of ends.slice(1).entries())
            assert.ok(start >= (ends[n]?.[1] ?? 0), `${style} ${orientation} ${paper}`);
        }
});

test('a side is drawn in points, with values and with frames for unknown pictures', () => {
  const read = readCertificateDesign({
    ...sheet,
    layers: [
      {
        ...text,
        font: 'Source Sans 3',
        isItalic: true,
        fit: 'wrap',
        align: 'right',
        isSmallCaps: true,
      },
      { id: 'logo', type: 'logo', ...box, align: 'left' },
      { id: 'signature', type: 'signature', signatory: 2, ...box },
    ],
  });
  assert.ok('design' in read);
  const side = { ...sheetSize(read.design), layers: read.design.layers };
  const values = {
    fillText: () => 'Ada',
    hasPicture: (picture: FilledPicture) => picture === 'logo',
  };
  const drawable = createDrawableSide('certificate', side, values);
  assert.deepEqual([Math.round(drawable.width), Math.round(drawable.height)], [842, 595]);
  const [words, logo, signature] = drawable.layers;
  assert.ok(words?.type === 'text' && logo?.type === 'picture');
  assert.deepEqual(
    [words.text, words.font, words.size, words.align, words.isWrapped, words.isSmallCaps],
    ['Ada', 'SourceSans3-Italic', 30, 'end', true, true],
  );
  assert.deepEqual([Math.round(words.x), Math.round(words.width)], [28, 283]);
  assert.deepEqual([logo.picture, logo.align], ['logo', 'left']);
  assert.equal(signature?.type, 'shape');
  const card = createDrawableSide('card', { ...cardSize, layers: side.layers }, values);
  const [onCard] = card.layers;
  assert.deepEqual(
    [card.width, card.height, onCard?.x, onCard?.width],
    [1_200, 630, box.x, box.width],
  );
});

test('a card has layers in pixels, and nothing that only sheets have', () => {
  const card = { insigniaDesign: 1, kind: 'card' };
  const layer = { ...text, x: 1_100, width: 1_200, size: 300 };
  const read = readIssuerDesign({ ...card, layers: [layer] });
  assert.ok('design' in read && read.design.kind === 'card');
  assert.equal(read.design.layers[0]?.x, 1_100);
  assert.deepEqual(readIssuerDesign(read.design), read);
  const paths = (value: unknown) => {
    const found = readIssuerDesign(value);
    return 'errors' in found ? found.errors.map(({ path }) => path) : [];
  };
  assert.deepEqual(paths({ ...card, layers: [{ ...layer, size: 500 }] }), ['layers.0.size']);
  assert.deepEqual(paths({ ...card, layers: [{ ...layer, width: 5_000 }] }), ['layers.0.width']);
  assert.deepEqual(paths({ ...card, layers: [{ ...layer, text: '{{x}}' }] }), ['layers.0.text']);
  assert.deepEqual(paths({ ...card, layers: [layer, layer] }), ['layers']);
  for (const more of [{ paper: 'a4' }, { bleed: 3 }, { back: { layers: [] } }])
    assert.deepEqual(paths({ ...card, layers: [], ...more }), ['']);
  // Without a kind it is a certificate, whose errors say so.
  assert.deepEqual(readIssuerDesign({ layers: [] }), readCertificateDesign({ layers: [] }));
  for (const value of [null, undefined, 7, 'card', ['card'], card])
    assert.ok(paths(value).length > 0, String(value));
});

test('the usual card as a design fits its size, mirrored for right-to-left languages', () => {
  const settings = {
    shades: { panel: '#7d1234', text: '#7d1234' },
    labels: { awardedTo: 'awarded to', issuedOn: 'Issued on {{issued_on}}' },
  };
  for (const hasLogo of [false, true]) {
    const [left, right] = [false, true].map((isRightToLeft) =>
      createCardDesign({ ...settings, hasLogo, isRightToLeft }),
    );
    assert.deepEqual(
      left?.layers.map(({ x, width }) => cardSize.width - x - width),
      right?.layers.map(({ x }) => x),
    );
    for (const { x, y, width, height } of left?.layers ?? [])
      assert.ok(x >= 0 && y >= 0 && x + width <= cardSize.width && y + height <= cardSize.height);
  }
});
