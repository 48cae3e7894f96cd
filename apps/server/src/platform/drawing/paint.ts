import type { Drawing } from '@insignia/design';
import { type Context, type Picture, paintDrawing, type Tools } from '@insignia/design/canvas';
import { type Canvas, createCanvas, loadImage, Path2D } from '@napi-rs/canvas';
import type { Drawn } from './job.ts';

/** Of the canvases beside two are needed at a time; more would stay in memory until the whole design is painted. */
function createTools(): Tools {
  const canvases: Canvas[] = [];
  let nth = 0;
  return {
    canvas(width, height) {
      const canvas = createCanvas(width, height);
      return { canvas, context: canvas.getContext('2d') as unknown as Context };
    },
    beside(width, height) {
      const at = nth++ % 2;
      const canvas = canvases[at] ?? createCanvas(width, height);
      canvases[at] = canvas;
      const context = canvas.getContext('2d');
      context.reset();
      return { canvas, context: context as unknown as Context };
    },
    path: (data) => new Path2D(data),
  };
}

/** With Skia, which is what Chrome's canvas paints with: the same calls lead to the same pixels. */
export async function paint(
  drawing: Drawing,
  pictures: ReadonlyMap<string, Uint8Array>,
  side: number,
): Promise<Drawn> {
  const loaded = new Map<string, Picture>();
  for (const [cid, bytes] of pictures) loaded.set(cid, await loadImage(Buffer.from(bytes)));
  const scale = side / Math.max(drawing.width, drawing.height);
  const [width, height] = [drawing.width, drawing.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number];
  const context = createCanvas(width, height).getContext('2d');
  context.scale(scale, scale);
  paintDrawing(context as unknown as Context, drawing, loaded, createTools());
  const { data } = context.getImageData(0, 0, width, height);
  return { data: new Uint8Array(data), width, height };
}
