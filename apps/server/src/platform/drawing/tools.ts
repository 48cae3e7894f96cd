import type { Context, Tools } from '@insignia/design/canvas';
import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas';

export function createTools(): Tools & { free: () => void } {
  const canvases: Canvas[] = [];
  const make = (width: number, height: number): Canvas => {
    const canvas = createCanvas(width, height);
    canvases.push(canvas);
    return canvas;
  };
  const besides: Canvas[] = [];
  let nth = 0;
  return {
    canvas(width, height) {
      const canvas = make(width, height);
      return { canvas, context: canvas.getContext('2d') as unknown as Context };
    },
    /** Two are needed at a time; more would stay in memory until the whole design is painted. */
    beside(width, height) {
      const at = nth++ % 2;
      const canvas = besides[at] ?? make(width, height);
      besides[at] = canvas;
      const context = canvas.getContext('2d');
      context.reset();
      return { canvas, context: context as unknown as Context };
    },
    path: (data) => new Path2D(data),
    free: () => canvases.forEach(freeCanvas),
  };
}

/** At once: V8 does not see how large it is, and lets those of several designs add up. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
}
