import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type App, prepareResponse, writePrepared } from '../http/index.ts';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
} as const;

/** A style, script or font. Its path contains a content hash, so it can be cached forever. */
export type Asset = { path: string; file: AssetFile; serve: (app: App) => void };
type AssetFile = { type: string; body: Buffer };

export function defineAsset(base: string, file: string): Asset {
  const { name, ext } = parse(file);
  const bytes = readFileSync(fileURLToPath(new URL(file, base)));
  return makeAsset(name, ext as keyof typeof types, bytes);
}

function makeAsset(name: string, ext: keyof typeof types, bytes: Buffer): Asset {
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const cache = 'public, max-age=31536000, immutable';
  return createAsset(`/assets/${name}-${tag}${ext}`, { type: types[ext], body: bytes, cache });
}

function createAsset(path: string, file: { type: string; body: Buffer; cache: string }): Asset {
  const prepared = prepareResponse({ ...file, etag: false });
  return {
    path,
    file,
    serve: (app) => {
      app.get(path, async (request, reply) => {
        reply.hijack();
        writePrepared(prepared, request.raw, reply.raw);
        return reply;
      });
    },
  };
}

/** Browsers request it for documents, pictures and the reference. */
export const favicon: Asset = createAsset('/favicon.ico', {
  type: 'image/x-icon',
  body: readFileSync(fileURLToPath(new URL('favicon.ico', import.meta.url))),
  cache: 'public, max-age=86400',
});

const sheets = [
  import.meta.resolve('@fontsource-variable/source-sans-3/wght.css'),
  import.meta.resolve('@fontsource-variable/source-serif-4/wght.css'),
];

/** Font files split by script, so that a page loads only what it uses. */
function readFonts(): { css: string; files: Asset[] } {
  const files: Asset[] = [];
  const css = sheets.map((sheet) =>
    readFileSync(fileURLToPath(sheet), 'utf8').replaceAll(
      /url\(\.\/(files\/([\w-]+)\.woff2)\)/g,
      (_, path: string, name: string) => {
        const file = makeAsset(name, '.woff2', readFileSync(fileURLToPath(new URL(path, sheet))));
        files.push(file);
        return `url(${file.path})`;
      },
    ),
  );
  return { css: css.join('\n'), files };
}

/** Colors for light and dark backgrounds. Each may be a function of numbers. */
const pair = /light-dark\(((?:[^(),]|\([^(),]*\))*), ((?:[^(),]|\([^(),]*\))*)\)/g;

/** Fallback for browsers without `light-dark()`: light values, and dark values that differ. */
export function expandLightDark(css: string): string {
  const dark = css
    .split(';')
    .filter((line) => line.includes('light-dark('))
    .map((line) => line.slice(line.search(/^ *--/m)).trim().replaceAll(pair, '$2'))
    .join(';');
  return `${css.replaceAll(pair, '$1')}
@media (prefers-color-scheme:dark){:root{${dark}}}
`;
}

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
  ...sheet,
  serve(app) {
    for (const file of [sheet, ...fonts.files]) file.serve(app);
  },
};

/** Files that all pages use. */
export const pageFiles: AssetFile[] = [sheet, ...fonts.files, favicon].map(({ file }) => file);
