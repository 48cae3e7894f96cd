import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, makeAsset } from './asset.ts';
import { readFonts } from './fonts.ts';
import { expandLightDark } from './light-dark.ts';

const read = (url: URL): string => readFileSync(fileURLToPath(url), 'utf8');
const fonts = readFonts();
const tokens = expandLightDark(read(new URL(import.meta.resolve('@insignia/tokens/tokens.css'))));

/** A standalone stylesheet: tokens, fonts, then its own rules. */
export function defineStylesheet(base: string, file: string): Asset {
  const css = [tokens, fonts.css, read(new URL(file, base))].join('\n');
  return makeAsset(parse(file).name, '.css', Buffer.from(css));
}

const sheet = defineStylesheet(import.meta.url, './style.css');

/** The stylesheet of all pages, with the fonts. */
export const pageStylesheet: Asset = {
  path: sheet.path,
  serve(app) {
    for (const file of [sheet, ...fonts.files]) file.serve(app);
  },
};
