import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Asset, makeAsset } from './asset.ts';

const sheets = [
  import.meta.resolve('@fontsource-variable/source-sans-3/wght.css'),
  import.meta.resolve('@fontsource-variable/source-serif-4/wght.css'),
];

/** Font files split by script, so that a page loads only what it uses. */
export function readFonts(): { css: string; files: Asset[] } {
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
