import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fontFiles } from '../src/font-files.ts';
import { findIcon } from '../src/icons/index.ts';
import type { DrawingResources } from '../src/index.ts';
import { createFallbacks } from '../src/text/fallbacks.ts';
import { createOutliner } from '../src/text/harfbuzz.ts';
import { splitSyllables } from '../src/text/syllables.ts';

const read = async (url: URL) => new Uint8Array(await readFile(url));
const fallbacks = new URL('../../../apps/server/fonts/', import.meta.url);

/** Bundled fonts, icons and fallback fonts, as on the server. */
export async function loadDrawingResources(): Promise<DrawingResources> {
  const files = await Promise.all(
    fontFiles.map(async ({ url, ...face }) => ({ ...face, bytes: await read(url) })),
  );
  const coverage = await readFile(new URL('coverage.txt', fallbacks), 'utf8');
  const fallBack = createFallbacks(coverage, (file) => readFileSync(new URL(file, fallbacks)));
  return { outline: createOutliner(files, fallBack), icon: findIcon, syllables: splitSyllables };
}
