import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the font files of all writings are. */
export const fontFolder = fileURLToPath(new URL('../../fonts', import.meta.url));

/** A list of families and their letters, such as `coverage.txt`. */
export function readFontList(name: string): string {
  return readFileSync(join(fontFolder, name), 'utf8');
}
