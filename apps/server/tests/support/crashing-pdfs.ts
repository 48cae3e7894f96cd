// PDFs of 1 KB for which PDF.js allocates so much at once that V8 aborts its process.
import { buildPdf, type PdfObject } from './attached-pdfs.ts';

const stream = (head: string, text: string | Buffer = ''): PdfObject => ({
  head,
  bytes: Buffer.from(text),
});

/** A font, from object 5. Only the text of a PDF with a credential is read. */
function withFont(font: PdfObject[]): Buffer {
  const attached = 5 + font.length;
  return buildPdf([
    `<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a.json) ${attached} 0 R] >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream('', 'BT /F 12 Tf (a) Tj ET'),
    ...font,
    `<< /Type /Filespec /F (a.json) /UF (a.json) /EF << /F ${attached + 1} 0 R >> >>`,
    stream('/Type /EmbeddedFile ', '{"@context":"https://w3id.org/openbadges/v2"}'),
  ]);
}

const withMap = (map: string): Buffer =>
  withFont([
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    stream('', map),
  ]);

const withWidths = (widths: string): Buffer =>
  withFont([
    '<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-V /DescendantFonts [6 0 R] >>',
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${widths} /FontDescriptor 7 0 R >>`,
    '<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /StemV 1 >>',
  ]);

/** The last object is the cross-reference stream. */
function withReferences(objects: string[], head: string, bytes = Buffer.alloc(0)): Buffer {
  const before = Buffer.from(`%PDF-1.7\n${objects.join('')}`);
  const references = `9 0 obj\n<< /Type /XRef /Root 1 0 R ${head} /Length ${bytes.length} >>\nstream\n`;
  const end = `\nendstream\nendobj\nstartxref\n${before.length}\n%%EOF\n`;
  return Buffer.concat([before, Buffer.from(references), bytes, Buffer.from(end)]);
}

const catalog = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';
const packedObjects =
  '2 0 obj\n<< /Type /ObjStm /N 33554431 /First 4 /Length 4 >>\nstream\n1 0 \nendstream\nendobj\n';
/** Free; in the stream; the stream. */
const packedPlaces = Buffer.from([0, 0, 0, 2, 2, 0, 1, 9, 0]);

export const crashingPdfs: Record<string, Buffer> = {
  'a stream of 33 million objects': withReferences(
    [packedObjects],
    '/Size 3 /W [1 1 1]',
    packedPlaces,
  ),
  'a character code of 33 million': withMap('1 begincidchar <01fffffe> 0 endcidchar'),
  'a range of 16 million character codes': withMap(
    '1 begincidrange <00000000> <00fffffe> 0 endcidrange',
  ),
  'widths of a billion characters': withWidths('/W [0 999999999 500]'),
  'heights of a billion characters': withWidths('/W2 [0 999999999 500 500 500]'),
  'two billion references': withReferences(
    [catalog],
    '/Size 9 /W [0 0 0] /Index [500000000 2000000000]',
  ),
};
