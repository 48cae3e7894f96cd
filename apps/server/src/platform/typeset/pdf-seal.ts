/** `typ` of the JWT that is a seal, so that no credential can be used as one. */
export const sealType = 'insignia-seal+jwt';

const mark = '%insignia-seal ';
const start = 'startxref\n';
const seals = /^[\w.-]{1,4096}$/;
const ends = /^startxref\n\d{1,15}\n%%EOF\n?$/;
const MAX_END_LENGTH = 40;

/**
 * Adds a text about all other bytes of the file, as a comment (ISO 32000 §7.2.4) where it moves no
 * object.
 */
export function addSeal(pdf: Buffer, seal: string): Buffer {
  const at = pdf.lastIndexOf(start);
  if (at < 0) throw new Error('the PDF has another structure');
  return Buffer.concat([pdf.subarray(0, at), Buffer.from(`${mark}${seal}\n`), pdf.subarray(at)]);
}

/**
 * Returns the seal and all other bytes. It must be where `addSeal` writes it, because elsewhere it
 * could move objects, or hide them as part of a comment.
 */
export function readSeal(pdf: Buffer): { seal: string; rest: Buffer } | undefined {
  const at = pdf.lastIndexOf(`\n${mark}`) + 1;
  const end = pdf.indexOf('\n', at) + 1;
  if (at === 0 || end === 0 || pdf.length - end > MAX_END_LENGTH) return undefined;
  if (!ends.test(pdf.subarray(end).toString('latin1'))) return undefined;
  const seal = pdf.subarray(at + mark.length, end - 1).toString('latin1');
  return seals.test(seal)
    ? { seal, rest: Buffer.concat([pdf.subarray(0, at), pdf.subarray(end)]) }
    : undefined;
}
