import { readFile } from 'node:fs/promises';
import { icons } from '../src/icons/index.ts';
import { createOutliner, fonts, type Supplies } from '../src/index.ts';

const read = async (path: string) => new Uint8Array(await readFile(new URL(path, import.meta.url)));

/** The bundled fonts and icons, and one font for Arabic. */
export async function supplies(): Promise<Supplies> {
  const own = fonts.flatMap(({ font, files }) =>
    Object.entries(files).map(([weight, name]) => ({ font, weight: Number(weight), name })),
  );
  const files = await Promise.all(
    own.map(async ({ name, ...face }) => ({ ...face, bytes: await read(`../fonts/${name}`) })),
  );
  const arabic = await read('../../../apps/server/fonts/NotoSansArabic-Bold.ttf');
  const outline = createOutliner([...files, { font: 'Arabic', weight: 700, bytes: arabic }]);
  return { outline, icon: (name) => icons[name] };
}
