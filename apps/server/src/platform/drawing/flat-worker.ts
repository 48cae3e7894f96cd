import { parentPort } from 'node:worker_threads';
import { clearAllCache } from '@napi-rs/canvas';
import { openPixels } from '../images/pixels.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import type { FlatDrawing, FlatResult } from './flat-drawing.ts';
import { FlatPainter } from './paint-flat.ts';

const painter = new FlatPainter();

async function drawPng(drawing: FlatDrawing): Promise<FlatResult> {
  const { width, height, compressionLevel } = drawing;
  const data = await painter.paint(drawing);
  const pixels = await openPixels({ data, width, height, channels: 4 });
  const png = await pixels.removeAlpha().png({ compressionLevel }).toBuffer();
  // Frees the pixels immediately: V8 would let those of many drawings accumulate.
  (data.buffer as ArrayBuffer).transfer(0);
  return { png };
}

/** The caches belong to the process and outlive the thread. */
const CLEAR_CACHES_AFTER_MS = 10_000;
let idle: NodeJS.Timeout | undefined;

serveJobs(async (drawing: FlatDrawing) => {
  clearTimeout(idle);
  idle = setTimeout(() => {
    painter.free();
    clearAllCache();
  }, CLEAR_CACHES_AFTER_MS).unref();
  const answer = await drawPng(drawing).catch((error): FlatResult => ({ error: String(error) }));
  parentPort?.postMessage(answer);
});
