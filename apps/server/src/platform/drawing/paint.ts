import type { Drawing } from '@insignia/design';
import { isCostly, paintDrawing } from '@insignia/design/canvas';
import { type Image, loadImage } from '@napi-rs/canvas';
import type { RenderedImage } from './job.ts';
import { createPaintSurface } from './paint-surface.ts';
import { createCanvasTools } from './tools.ts';

/**
 * Layers with a canvas of their own before the sheet is settled, because it keeps a copy of each.
 */
const MAX_SEPARATE_CANVASES = 4;

/** Uses Skia, as Chrome's canvas does, so the pixels are the same. */
export async function paintDesign(
  drawing: Drawing,
  files: ReadonlyMap<string, Uint8Array>,
  side: number,
): Promise<RenderedImage> {
  const scale = side / Math.max(drawing.width, drawing.height);
  const [width, height] = [drawing.width, drawing.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number];
  const pictures = new Map<string, Image>();
  const sheet = createPaintSurface(width, height, scale);
  const tools = createCanvasTools();
  const put = (part: Pick<Drawing, 'background' | 'layers'>): void =>
    paintDrawing(sheet.context(), { ...drawing, ...part }, pictures, tools);
  try {
    for (const [cid, bytes] of files) pictures.set(cid, await loadImage(Buffer.from(bytes)));
    put({ background: drawing.background, layers: [] });
    let aside = 0;
    for (const layer of drawing.layers) {
      put({ background: undefined, layers: [layer] });
      if (isCostly(layer) && ++aside % MAX_SEPARATE_CANVASES === 0) sheet.settle();
    }
    return { data: sheet.pixels(), width, height };
  } finally {
    for (const image of pictures.values()) image.src = '';
    sheet.free();
    tools.free();
  }
}
