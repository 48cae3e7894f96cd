import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the fonts for all scripts. */
export const fontFolder = fileURLToPath(new URL('../../../fonts', import.meta.url));

/** Reads a list of font families and their characters, such as `coverage.txt`. */
export function readFontList(name: string): string {
  return readFileSync(join(fontFolder, name), 'utf8');
}
