import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { DrawingResources } from '@insignia/design';
import { createFallbacks } from '@insignia/design/fallbacks';
import { fontFiles } from '@insignia/design/font-files';
import { findIcon } from '@insignia/design/icons';
import { createOutliner } from '@insignia/design/outliner';
import { splitSyllables } from '@insignia/design/syllables';
import { clearAllCache } from '@napi-rs/canvas';
import { serveJobs } from '../threads/serve-jobs.ts';
import { lowerThreadPriority } from '../threads/thread-priority.ts';
import { fontFolder, readFontList } from '../typeset/font-files.ts';
import { drawComplete } from './draw-complete.ts';
import type { DesignJob, RenderJob, RenderResult } from './job.ts';
import { paintDesign } from './paint.ts';
import { renderPdf } from './render-pdf.ts';

lowerThreadPriority();
const files = await Promise.all(
  fontFiles.map(async ({ url, ...face }) => ({ ...face, bytes: await readFile(url) })),
);
const findFallback = createFallbacks(readFontList('coverage.txt'), (file) =>
  readFileSync(join(fontFolder, file)),
);
const supplies: DrawingResources = {
  outline: createOutliner(files, findFallback),
  icon: findIcon,
  syllables: splitSyllables,
};

async function renderDesign({ design, pictures, side }: DesignJob): Promise<RenderResult> {
  const found = drawComplete(design, supplies);
  return 'errors' in found ? found : paintDesign(found.drawing, pictures, side);
}

/** The caches belong to the process and outlive the thread. */
const CLEAR_CACHES_AFTER_MS = 10_000;
let idle: NodeJS.Timeout | undefined;

serveJobs(async (job: RenderJob) => {
  clearTimeout(idle);
  idle = setTimeout(clearAllCache, CLEAR_CACHES_AFTER_MS).unref();
  const rendered = 'pdf' in job ? renderPdf(job) : renderDesign(job);
  const answered = await rendered.catch((error): RenderResult => ({ error: String(error) }));
  const moved = 'data' in answered ? [answered.data.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(answered, moved);
});
