import type { JobFile } from './job.ts';
import { openPdf } from './pdf-file.ts';

/** A white pixel in the color model of photos (YCbCr), after its start marker (JPEG B.1.1.3). */
const pixel = Buffer.from(
  '/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/9sAQwEREhIYFRgvGhovY0I4QmNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj/8AAEQgAAQABAwERAAIRAQMRAf/EABQAAQAAAAAAAAAAAAAAAAAAAAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AEAH/9k=',
  'base64',
);
const startOfImage = Buffer.from([0xff, 0xd8]);

/** A JPG of one pixel with the file's id as comment, so that each file has its own. */
export function createStandIn({ id }: Pick<JobFile, 'id'>): JobFile {
  const comment = Buffer.from(id);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return { id: `stand-in ${id}`, bytes: Buffer.concat([startOfImage, head, comment, pixel]) };
}

/** Puts the JPGs into the PDF. Typst keeps a JPG as it is, so stand-ins are found by their bytes. */
export function replaceStandIns(pdf: Buffer, files: readonly JobFile[]): Buffer {
  const jpegs = files.flatMap(({ id, bytes, jpegSize }) =>
    jpegSize ? [{ id, bytes: Buffer.from(bytes), ...jpegSize }] : [],
  );
  if (jpegs.length === 0) return pdf;
  const file = openPdf(pdf);
  if (!file) throw new Error('the PDF has an unknown structure');
  for (const { id, ...jpeg } of jpegs)
    file.replaceJpeg(Buffer.from(createStandIn({ id }).bytes), jpeg);
  return file.write();
}
