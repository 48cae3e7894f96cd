import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { Supplies } from '@insignia/design';
import { createFallbacks } from '@insignia/design/fallbacks';
import { fontFiles } from '@insignia/design/font-files';
import { findIcon } from '@insignia/design/icons';
import { createOutliner } from '@insignia/design/outliner';
import { syllablesOf } from '@insignia/design/syllables';
import { clearAllCache } from '@napi-rs/canvas';
import { fontFolder, readFontList } from '../fonts.ts';
import { lowerThreadPriority } from '../thread-priority.ts';
import { drawWhole } from './draw-whole.ts';
import type { Answer, Job } from './job.ts';
import { paint } from './paint.ts';

lowerThreadPriority();
const files = await Promise.all(
  fontFiles.map(async ({ url, ...face }) => ({ ...face, bytes: await readFile(url) })),
);
const fallBack = createFallbacks(readFontList('coverage.txt'), (file) =>
  readFileSync(join(fontFolder, file)),
);
const supplies: Supplies = {
  outline: createOutliner(files, fallBack),
  icon: findIcon,
  syllables: syllablesOf,
};

async function answer({ design, pictures, side }: Job): Promise<Answer> {
  const found = drawWhole(design, supplies);
  return 'faults' in found ? found : paint(found.drawing, pictures, side);
}

/** The caches belong to the process, not to the thread, and would stay after the thread has ended. */
const CLEAR_CACHES_AFTER_MS = 10_000;
let idle: NodeJS.Timeout | undefined;

parentPort?.on('message', async (job: Job) => {
  clearTimeout(idle);
  idle = setTimeout(clearAllCache, CLEAR_CACHES_AFTER_MS).unref();
  const answered = await answer(job).catch((error): Answer => ({ error: String(error) }));
  const moved = 'data' in answered ? [answered.data.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(answered, moved);
});
