// Regenerates the words across revoked and expired certificates in joining scripts. Run it after
// changing such a word.
import { readFile, writeFile } from 'node:fs/promises';
import { languages } from '@insignia/contract';
import { createOutliner } from '@insignia/design/outliner';
import { getPublicTexts } from '../apps/server/src/features/published/index.ts';
import { getTextDirection } from '../apps/server/src/kernel/language.ts';
import { fontFolder } from '../apps/server/src/platform/typeset/font-files.ts';

const face = { font: 'Vazirmatn', weight: 700 } as const;
const bytes = await readFile(`${fontFolder}/Vazirmatn-Bold.ttf`);
const outline = createOutliner([{ ...face, bytes }]);
const marks: Record<string, { width: number; paths: string }> = {};
for (const language of languages.filter((one) => getTextDirection(one) === 'rtl'))
  for (const state of ['revoked', 'expired'] as const) {
    const word = getPublicTexts(language).state[state];
    const { glyphs, advance } = outline(word, { ...face, language });
    const paths = glyphs.map(
      ({ path, x, y }) =>
        `<path transform='translate(${x.toFixed(5)} ${y.toFixed(5)})' d='${path}'/>`,
    );
    marks[word] = { width: Number(advance.toFixed(5)), paths: paths.join('') };
  }
await writeFile(
  new URL('../apps/server/src/features/files/marks.json', import.meta.url),
  `${JSON.stringify(marks, null, 2)}\n`,
);
