import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixCopiedText, splitCluster } from './copied-text.ts';
import { openPdf } from './pdf-file.ts';
import { readContentText } from './pdf-text.ts';

test('letters are shared between glyphs in order, and two-part vowels have a letter for each part', () => {
  assert.deepEqual(splitCluster('কি', 2), ['ক', 'ি']);
  assert.deepEqual(splitCluster('ন্দী', 3), ['ন', '্', 'দী']);
  assert.deepEqual(splitCluster('கொ', 3), ['க', 'ெ', 'ா']);
  assert.deepEqual(splitCluster('fi', 1), ['fi']);
  assert.deepEqual(splitCluster('é', 3), ['e', '\u0301']);
});

const nothing = { numbers: new Map(), spanTexts: new Map(), silent: new Set<number>() };

test('glyphs and spans of a content stream are found among strings that look like operators', () => {
  const content = String.raw`/Span <</MCID 1 /Alt (a (b) EMC \) BT)>> BDC BT /f1 12 Tf
/Span <</ActualText <FEFF0995>>> BDC [<0001> -5 (${'\0'}
)] TJ EMC % (no Tj
(${'\0'}+) Tj ET EMC`;
  const { glyphs, rewrite } = readContentText(content);
  assert.deepEqual(
    glyphs.map(({ font, glyph, actualText, span, block }) => [
      font,
      glyph,
      actualText,
      span,
      block,
    ]),
    [
      ['/f1', 1, 'ক', 1, 1],
      ['/f1', 10, 'ক', 1, 1],
      ['/f1', 43, undefined, 0, 1],
    ],
  );
  const changed = rewrite({
    numbers: new Map([[1, 255]]),
    spanTexts: new Map([[1, 'খ']]),
    silent: new Set([2]),
  });
  assert.ok(changed.includes('<FEFF0996>>> BDC [<0001> -5 <00ff>] TJ EMC'), changed);
  assert.ok(changed.includes('/ActualText <FEFF0000> >> BDC % (no Tj\n<002b> Tj\nEMC ET'), changed);
  assert.equal(readContentText(rewrite(nothing)).glyphs.length, 3);
});

const silence = '\n/Span << /ActualText <FEFF0000> >> BDC';

test('a glyph without text is wrapped alone, wherever it is in its operator', () => {
  const rewrite = (content: string, ...silent: number[]) =>
    readContentText(content).rewrite({ ...nothing, silent: new Set(silent) });
  const array = 'BT [9 <00010002> -5 <0003>] TJ ET';
  for (const [silent, expected] of [
    [[0], `BT${silence} [9 <0001>] TJ\nEMC\n[<0002> -5 <0003>] TJ ET`],
    [[1], `BT [9 <0001>] TJ${silence}\n[<0002> -5 ] TJ\nEMC\n[<0003>] TJ ET`],
    [[2], `BT [9 <00010002> -5 ] TJ${silence}\n[<0003>] TJ\nEMC ET`],
    [[0, 1, 2], `BT${silence} [9 <00010002> -5 <0003>] TJ\nEMC ET`],
  ] as const)
    assert.equal(rewrite(array, ...silent), expected);
  assert.equal(rewrite('BT <00010002> Tj ET', 0), `BT${silence} <0001> Tj\nEMC\n<0002> Tj ET`);
  assert.equal(rewrite('BT [] TJ <0001> Tj ET', 0), `BT [] TJ${silence} <0001> Tj\nEMC ET`);
});

/** A PDF as Typst writes it, with one font. `texts` are by glyph, from 1. */
function createPdf(content: string, texts: string[]): Buffer {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  const map = texts.map((text, n) => `<000${n + 1}> <${hex(text)}>\n`).join('');
  const withStream = (stream: string) =>
    `<<\n  /Length ${Buffer.byteLength(stream)}\n>>\nstream\n${stream}\nendstream`;
  const values = [
    '<< /Type /Page /Contents 2 0 R /Font << /f1 3 0 R >> >>',
    withStream(content),
    '<< /Subtype /Type0 /DescendantFonts [4 0 R] /ToUnicode 5 0 R >>',
    '<< /CIDToGIDMap /Identity /W [0 9 500] >>',
    withStream(`1 begincmap\n${texts.length} beginbfchar\n${map}endbfchar\nendcmap`),
  ];
  let pdf = '%PDF-1.7\n';
  const offsets = values.map((value, n) => {
    const at = pdf.length;
    pdf += `${n + 1} 0 obj\n${value}\nendobj\n\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = values.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${pdf}${table}trailer\n<< /Size ${size} >>\nstartxref\n${pdf.length}\n%%EOF`,
    'latin1',
  );
}

test('when one operator moves two signs, only the sign without text of its own is silent', () => {
  const start = 'BT /f1 12 Tf <0001> Tj ET';
  // The second sign starts the next letter, which has a moved sign too.
  const content = `${start} BT [9 <00020003>] TJ ET BT [9 <0004>] TJ ET`;
  const file = openPdf(fixCopiedText(createPdf(content, ['কু', 'কু', 'খু', 'খু'])));
  assert.equal(
    file?.readStream(2),
    `${start} BT${silence} [9 <0002>] TJ\nEMC\n[<0003>] TJ ET BT${silence} [9 <0004>] TJ\nEMC ET`,
  );
  const map = file?.readStream(5) ?? '';
  assert.ok(map.includes('<0002> <2060>\n<0003> <099609C1>\n<0004> <2060>'), map);
});

test('a PDF of another structure stays unchanged', () => {
  const other = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Subtype /Type0 >>\nendobj\n%%EOF');
  assert.equal(fixCopiedText(other), other);
});
