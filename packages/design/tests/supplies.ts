import { readFile } from 'node:fs/promises';
import { fontFiles } from '../src/font-files.ts';
import { icons } from '../src/icons/index.ts';
import type { Supplies } from '../src/index.ts';
import { createOutliner } from '../src/text/harfbuzz.ts';

const read = async (url: URL) => new Uint8Array(await readFile(url));

/** The bundled fonts and icons, and one font for Arabic. */
export async function supplies(): Promise<Supplies> {
  const files = await Promise.all(
    fontFiles.map(async ({ url, ...face }) => ({ ...face, bytes: await read(url) })),
  );
  const font = new URL('../../../apps/server/fonts/NotoSansArabic-Bold.ttf', import.meta.url);
  const outline = createOutliner([
    ...files,
    { font: 'Arabic', weight: 700, bytes: await read(font) },
  ]);
  return { outline, icon: (name) => icons[name] };
}
