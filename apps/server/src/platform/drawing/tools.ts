import type { CanvasTools, DrawingContext } from '@insignia/design/canvas';
import { type Canvas, createCanvas, Path2D } from '@napi-rs/canvas';

export function createCanvasTools(): CanvasTools & { free: () => void } {
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
      return { canvas, context: canvas.getContext('2d') as unknown as DrawingContext };
    },
    /** Two are in use at a time. More would stay in memory until the design is done. */
    beside(width, height) {
      const at = nth++ % 2;
      const canvas = besides[at] ?? make(width, height);
      besides[at] = canvas;
      const context = canvas.getContext('2d');
      context.reset();
      return { canvas, context: context as unknown as DrawingContext };
    },
    path: (data) => new Path2D(data),
    free: () => canvases.forEach(freeCanvas),
  };
}

/** Frees memory at once: V8 doesn't see its size and would let it accumulate. */
export function freeCanvas(canvas: Canvas): void {
  canvas.width = 1;
}
