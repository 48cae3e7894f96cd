import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SaxesParser } from 'saxes';
import { icons } from '../src/icons/index.ts';
import {
  createPalette,
  type Design,
  type DrawingResources,
  draw,
  templates,
  toSvg,
} from '../src/index.ts';
import { loadDrawingResources } from './drawing-resources.ts';

let bundled: DrawingResources;
before(async () => {
  bundled = await loadDrawingResources();
});

const palette = createPalette('#1f4e8c');
const words = { title: 'Certified Data Steward', issuer: 'Northfield University', icon: 'award' };

/** Attributes of all elements with a name. Asserts that the document is well-formed. */
function elements(svg: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => tag.name === name && found.push(tag.attributes));
  parser.write(svg).close();
  return found;
}

/** In the short form, two of the titles for each template, in turn. */
const chooseTitles = (titles: string[], n: number): string[] =>
  process.env.TEST_FORM === 'short'
    ? [n, n + 1].flatMap((at) => titles[at % titles.length] ?? [])
    : titles;

const textDesign = (text: string, own: object = {}): Design => ({
  ...{ insigniaDesign: 1, kind: 'badge', width: 1_024, height: 1_024 },
  layers: [
    {
      ...{ id: 'a', name: '', type: 'text', x: 100, y: 100, width: 600, height: 300 },
      ...{ rotation: 0, opacity: 1, locked: false, hidden: false },
      ...{ text, font: 'Source Serif 4', weight: 700, size: 96, letterSpacing: 0 },
      ...{ align: 'center', lineHeight: 1.2, fill: { type: 'color', color: '#000000' } },
      ...own,
    } as Design['layers'][number],
  ],
});

/** Horizontal and vertical extent of a path. */
function measureExtent(path: string): { left: number; right: number; top: number; bottom: number } {
  const numbers = path.match(/-?[\d.]+/g)?.map(Number) ?? [];
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, n) => n % 2 === odd)) as [
    number[],
    number[],
  ];
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

const drawPath = (design: Design): string => {
  const [layer] = draw(design, bundled).layers;
  assert.ok(layer?.type === 'path');
  return layer.path;
};

test('there are 36 templates with unique names and ids, and 300 icons', () => {
  assert.ok(templates.length >= 36);
  for (const member of ['id', 'name'] as const)
    assert.equal(new Set(templates.map((one) => one[member])).size, templates.length);
  assert.ok(Object.keys(icons).length >= 300);
});

test('every template draws all its texts, in Latin and Arabic, short and long', () => {
  const titles = [
    'A',
    words.title,
    'مهارات القيادة',
    'Long '.repeat(40).trim(),
    '<b>"&\u0000\u202e',
  ];
  for (const [n, { id, make }] of templates.entries())
    for (const title of chooseTitles(titles, n)) {
      const drawing = draw(make(palette, { ...words, title }), bundled);
      const left = drawing.missing.filter((letter) => !/[\p{Control}\p{Format}]/u.test(letter));
      assert.deepEqual(left, [], id);
      const svg = toSvg(drawing, () => undefined);
      assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
      assert.equal(elements(svg, 'path').length, drawing.layers.length);
      assert.equal(elements(svg, 'text').length, 0);
    }
});

test('a logo of any proportions keeps them and stays inside every template; without one no space is reserved', () => {
  for (const { id, make } of templates) {
    const none = make(palette, words);
    assert.ok(!none.layers.some(({ name, type }) => /Logo/.test(name) || type === 'picture'), id);
    for (const [width, height] of [
      [400, 400],
      [1_000, 120],
      [1, 1_024],
      [1_024, 1],
    ] as const) {
      const logo = { picture: 'b'.repeat(40), width, height };
      const design = make(palette, { ...words, logo });
      const pictures = design.layers.filter(({ type }) => type === 'picture');
      assert.equal(pictures.length, 1, id);
      for (const { x, y, ...box } of design.layers.filter(({ name }) => /Logo/.test(name)))
        assert.ok(x >= 0 && y >= 0 && x + box.width <= 1_024 && y + box.height <= 1_024, id);
      // Leaves don't leave room for a long text.
      const hasLeaves = design.layers.some(
        (layer) => layer.type === 'shape' && layer.shape.kind === 'laurel',
      );
      const hasPlate = design.layers.some(({ name }) => name === 'Logo plate');
      assert.ok(hasPlate || !hasLeaves, id);
      const [{ width: w, height: h } = { width: 0, height: 0 }] = pictures;
      if (Math.min(width, height) > 100) assert.ok(Math.abs(w / h - width / height) < 0.01, id);
    }
  }
});

test('words that are too long in capitals keep their case', () => {
  const long = 'ﬃ'.repeat(200);
  for (const { make } of templates) make(palette, { ...words, title: long, issuer: long });
  const [stamp] = templates.filter(({ id }) => id === 'stamp');
  assert.ok(JSON.stringify(stamp?.make(palette, { ...words, title: '𐐨a' })).includes('𐐀A'));
});

test('a title of one long word is readable and uncut in every template', () => {
  const longs = [
    'Donaudampfschifffahrtskapitän',
    `${'Rechtsschutzversicherungs'.repeat(2)}`,
    'W'.repeat(120),
  ];
  for (const [n, { id, make }] of templates.entries())
    for (const title of chooseTitles(longs, n)) {
      const design = make(palette, { ...words, title, issuer: title });
      const { layers } = draw(design, bundled);
      const box = design.layers.find(({ name }) => name === 'Title') ?? assert.fail(id);
      const drawn = layers.find((layer) => layer.id === box.id);
      assert.ok(drawn?.type === 'path');
      const { left, right, top, bottom } = measureExtent(drawn.path);
      assert.ok(bottom - top > 100, `${id}: ${bottom - top} high`);
      if (box.type === 'text')
        assert.ok(
          left >= -20 && right <= box.width + 20 && top >= -20 && bottom <= box.height + 20,
          `${id} ${title.slice(0, 8)}: ${left} ${right} ${top} ${bottom}`,
        );
    }
});

test('a text stays in its box, however long it is', () => {
  for (const text of [
    'Ada',
    'one two three four five',
    'x'.repeat(80),
    'word '.repeat(90).trim(),
  ]) {
    const { left, right, top, bottom } = measureExtent(drawPath(textDesign(text)));
    assert.ok(left >= -10 && right <= 610 && top >= -10 && bottom <= 310, text.slice(0, 10));
  }
});

test('lines start on the side where their script starts', () => {
  const short = (align: string) => ({ align, size: 60 });
  const [latin, arabic] = ['Ada', 'علي'].map((text) =>
    measureExtent(drawPath(textDesign(text, short('start')))),
  );
  assert.ok((latin?.left ?? 99) < 10);
  assert.ok((arabic?.right ?? 0) > 590);
});

const writings = [
  ...['شهادة إنجاز', 'תעודת הצטיינות', '结业证书', '修了証書', '수료증', 'प्रमाणपत्र', 'ใบรับรอง'],
  ...['সনদপত্র', 'சான்றிதழ்', 'Վկայական', 'სერტიფიკატი', 'የምስክር ወረቀት', 'Bravo 🎉 👩‍🚀', '→ ✓'],
];

test('every bundled script is drawn in each weight and on a circle, without missing letters', () => {
  for (const text of writings)
    for (const own of [{ weight: 400 }, { weight: 700 }, { type: 'circleText', side: 'top' }]) {
      const drawing = draw(textDesign(text, { font: 'Cinzel', ...own }), bundled);
      assert.deepEqual(drawing.missing, [], text);
      const [layer] = drawing.layers;
      assert.ok(layer?.type === 'path' && layer.path.length > 300, text);
      assert.doesNotMatch(layer.path, /NaN|undefined/);
    }
  const [regular, bold] = ([400, 700] as const).map((weight) =>
    drawPath(textDesign('结业证书', { weight })),
  );
  assert.notEqual(regular, bold);
});

test('a shared character has its Chinese or Japanese form according to the text around it', () => {
  const last = (text: string) => {
    const { path } = drawnGlyph(text);
    return path;
  };
  const drawnGlyph = (text: string) => {
    const seen: { path: string }[] = [];
    const outline: DrawingResources['outline'] = (line, face) => {
      const set = bundled.outline(line, face);
      seen.push(set.glyphs.at(-1) as { path: string });
      return set;
    };
    draw(textDesign(text), { ...bundled, outline });
    return seen.at(-1) as { path: string };
  };
  assert.notEqual(last('これは直'), last('这是直'));
});

test('Chinese and Japanese lines break between characters, and no line begins with closing punctuation', () => {
  const lines = (text: string) => {
    const seen: string[] = [];
    const outline: DrawingResources['outline'] = (line, face) => {
      seen.push(line);
      return bundled.outline(line, face);
    };
    draw(textDesign(text, { width: 330, height: 900, size: 100 }), { ...bundled, outline });
    return seen;
  };
  const set = lines('学习，学习再学习。「好」');
  assert.ok(set.includes('学习，') && set.includes('学习再') && set.includes('学习。'), `${set}`);
  assert.ok(!set.some((line) => /^[，。」]/.test(line)), `${set}`);
  assert.ok(lines('日本ABC語').includes('日本'));
});

test('a line of a right-to-left text begins at the right, whatever its first word', () => {
  const box = { align: 'start', size: 60, width: 400 };
  const { left } = measureExtent(drawPath(textDesign('شهادة\nJavaScript', box)));
  assert.ok(left > 60, `${left}`);
});

test('letter spacing never separates joined letters, or marks from their letters', () => {
  const advance = (text: string, letterSpacing: number) => {
    const { left, right } = measureExtent(drawPath(textDesign(text, { letterSpacing, size: 40 })));
    return right - left;
  };
  for (const text of ['शिक्षा', 'شهادة']) assert.equal(advance(text, 0.5), advance(text, 0));
  // Two letters, each with a spacing vowel sign: one gap.
  const wider = advance('தாகா', 0.5) - advance('தாகா', 0);
  assert.ok(Math.abs(wider - 20) < 0.1, `${wider}`);
});

test('Arabic letters are joined, with other forms than in isolation', () => {
  const face = { font: 'Source Sans 3', weight: 700 } as const;
  const single = [...'علي'].flatMap((letter) =>
    bundled.outline(letter, face).glyphs.map(({ path }) => path),
  );
  const joined = bundled.outline('علي', face).glyphs.map(({ path }) => path);
  assert.ok(joined.filter((path) => !single.includes(path)).length >= 2);
});

test('Arabic letters stay joined when a word mixes fonts', () => {
  const face = { font: 'Vazirmatn', weight: 400 } as const;
  const outlineLetters = (line: string) =>
    bundled.outline(line, face).glyphs.flatMap(({ path, advance }) => (advance > 0 ? [path] : []));
  const joined = outlineLetters('سنڌي');
  assert.equal(joined.length, 4);
  for (const letter of 'سنڌ')
    for (const alone of outlineLetters(letter)) assert.ok(!joined.includes(alone), letter);
});

test('right-to-left and left-to-right texts in one line have visual order', () => {
  const face = { font: 'Source Sans 3', weight: 400 } as const;
  const line = bundled.outline('علي 2024', face);
  assert.equal(line.isRightToLeft, true);
  const digits = bundled.outline('2024', face).glyphs.map(({ path }) => path);
  assert.deepEqual(
    line.glyphs.slice(0, 4).map(({ path }) => path),
    digits,
  );
});

test('unknown letters, icons and fonts are left out and reported, and the rest is drawn', () => {
  const drawing = draw(textDesign('Ada ⴰⵣ'), bundled);
  assert.deepEqual(drawing.missing, ['ⴰ', 'ⵣ']);
  const base = templates[0]?.make(palette, { ...words, icon: 'no-such-icon' }) as Design;
  assert.deepEqual(draw(base, bundled).missing, ['no-such-icon']);
  assert.equal(drawPath(textDesign('Ada', { font: 'No Such Font' })).length > 0, true);
});

test('an icon is filled if it has a filled variant, and outlined otherwise', () => {
  const drawIcon = (own: object) => {
    const layer = { ...textDesign('').layers[0], type: 'icon', strokeWidth: 2, ...own };
    const color = { type: 'color', color: '#8a1538' };
    const [drawn] = draw(textDesign('', { ...layer, color }), bundled).layers;
    assert.ok(drawn?.type === 'path');
    return { isFilled: drawn.fill !== undefined, isStroked: drawn.stroke !== undefined };
  };
  const outlined = { isFilled: false, isStroked: true };
  assert.deepEqual(drawIcon({ icon: 'heart' }), outlined);
  assert.deepEqual(drawIcon({ icon: 'heart', filled: true }), { isFilled: true, isStroked: false });
  assert.deepEqual(drawIcon({ icon: 'heart-handshake', filled: true }), outlined);
});

test('hidden layers and missing pictures leave no element in the drawing', () => {
  const [first] = textDesign('Ada').layers;
  const picture = { ...first, id: 'b', type: 'picture', picture: 'b'.repeat(40) };
  const design = { ...textDesign('Ada'), layers: [{ ...first, hidden: true }, picture] } as Design;
  const drawing = draw(design, bundled);
  assert.deepEqual(
    drawing.layers.map(({ id }) => id),
    ['b'],
  );
  assert.deepEqual(
    elements(
      toSvg(drawing, () => undefined),
      'image',
    ),
    [],
  );
  const [image] = elements(
    toSvg(drawing, () => 'data:x"><script>&'),
    'image',
  );
  assert.equal(image?.href, 'data:x"><script>&');
});

test('the same design gives the same document', () => {
  for (const { make } of templates) {
    const svg = () => toSvg(draw(make(palette, words), bundled), () => undefined);
    assert.equal(svg(), svg());
  }
});
