import { createReadStream, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fontFolder } from '../../platform/typeset/font-files.ts';

type Font = { type: string; bytes: number; etag: string; open: () => ReadStream };

/** Font files and the list of their characters. */
const fontNamePattern = /^(?:\w+-(?:Regular|Bold)\.(?:ttf|otf)|coverage\.txt)$/;
const types: Readonly<Record<string, string>> = {
  otf: 'font/otf',
  ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8',
};

/** A fallback font for the designer. Read on demand: some have 13 MB. */
export async function findFont(file: string): Promise<Font | undefined> {
  const path = join(fontFolder, file);
  const found = fontNamePattern.test(file) && (await stat(path).catch(() => undefined));
  if (!found) return undefined;
  return {
    type: types[file.slice(-3)] ?? '',
    bytes: found.size,
    etag: `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"`,
    open: () => createReadStream(path),
  };
}
