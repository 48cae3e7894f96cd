import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { Supplies } from '@insignia/design';
import { fontFiles } from '@insignia/design/font-files';
import { icons } from '@insignia/design/icons';
import { createOutliner } from '@insignia/design/outliner';
import { drawWhole } from './draw-whole.ts';
import type { Answer, Job } from './job.ts';
import { paint } from './paint.ts';

const files = await Promise.all(
  fontFiles.map(async ({ url, ...face }) => ({ ...face, bytes: await readFile(url) })),
);
const supplies: Supplies = {
  outline: createOutliner(files),
  icon: (name) => (Object.hasOwn(icons, name) ? icons[name] : undefined),
};

async function answer({ design, pictures, side }: Job): Promise<Answer> {
  const found = drawWhole(design, supplies);
  return 'faults' in found ? found : paint(found.drawing, pictures, side);
}

parentPort?.on('message', async (job: Job) => {
  const answered = await answer(job).catch((error): Answer => ({ error: String(error) }));
  const moved = 'data' in answered ? [answered.data.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(answered, moved);
});
