const mark = '%insignia-seal ';
const start = 'startxref\n';

/**
 * Adds a text about all other bytes of the file, as a comment (ISO 32000 §7.2.4) where it moves no
 * object.
 */
export function addSeal(pdf: Buffer, seal: string): Buffer {
  const at = pdf.lastIndexOf(start);
  if (at < 0) throw new Error('the PDF has another structure');
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(`${mark}${seal}\n`), pdf.subarray(at)]);
}
