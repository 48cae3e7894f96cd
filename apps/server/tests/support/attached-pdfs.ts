// PDFs that attach a credential, made by hand.
import { deflateSync } from 'node:zlib';

/** A content stream of this size: a start, a part that is repeated, and an end. */
export const pack = (start: string, size: number, part = start, end = '') =>
  deflateSync(Buffer.concat([Buffer.from(start), Buffer.alloc(size, part), Buffer.from(end)]), {
    level: 1,
  });

/** A content stream of one operator. PDF.js takes some 40 bytes of memory for each character. */
export const packToken = (kind: 'text' | 'name', size: number) =>
  kind === 'text' ? pack('BT /F 12 Tf (a', size, 'a', ') Tj ET') : pack('/', size, 'a', ' gs');

/** A PDF with lines of text and attachments. Compressed content replaces the text. */
export function attach(lines: string[], ...more: (string | Buffer | undefined)[]): Buffer {
  const [first, second, packed] = more;
  const files = [first, second].filter((file) => file !== undefined);
  const text = lines
    .map((line, n) => `BT /F 12 Tf 50 ${700 - 20 * (n % 30)} Td (${line}) Tj ET`)
    .join('\n');
  const content = packed
    ? { bytes: Buffer.from(packed), filter: '/Filter /FlateDecode ' }
    : { bytes: Buffer.from(text), filter: '' };
  const names = files.map((_, n) => `(${n}.json) ${6 + 2 * n} 0 R`).join(' ');
  return buildPdf([
    `<< /Type /Catalog /Pages 2 0 R ${files.length > 0 ? `/Names << /EmbeddedFiles << /Names [${names}] >> >>` : ''} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    { head: content.filter, bytes: content.bytes },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...files.flatMap((file, n) => [
      `<< /Type /Filespec /F (${n}.json) /UF (${n}.json) /EF << /F ${7 + 2 * n} 0 R >> >>`,
      {
        head: `/Type /EmbeddedFile ${typeof file === 'string' ? '' : '/Filter /FlateDecode '}`,
        bytes: Buffer.from(file),
      },
    ]),
  ]);
}

export type PdfObject = string | { head: string; bytes: Buffer };

/** A PDF of numbered objects, from 1. The first is the catalog. */
export function buildPdf(objects: PdfObject[]): Buffer {
  let pdf = Buffer.from('%PDF-1.7\n');
  const offsets: number[] = [];
  for (const [n, object] of objects.entries()) {
    offsets.push(pdf.length);
    const body =
      typeof object === 'string'
        ? Buffer.from(object)
        : Buffer.concat([
            Buffer.from(`<< ${object.head}/Length ${object.bytes.length} >>\nstream\n`),
            object.bytes,
            Buffer.from('\nendstream'),
          ]);
    pdf = Buffer.concat([pdf, Buffer.from(`${n + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
  }
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.concat([
    pdf,
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    ),
  ]);
}
