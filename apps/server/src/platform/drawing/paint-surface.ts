import type { DrawingContext } from '@insignia/design/canvas';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { freeCanvas } from './tools.ts';

/** The canvas that a design is painted on. */
export type PaintSurface = {
  /** Scaled to units of the design. */
  context: () => DrawingContext;
  /** A canvas retains every picture drawn on it. Copying it keeps only the pixels. */
  settle: () => void;
  pixels: () => Uint8Array;
  free: () => void;
};

export function createPaintSurface(width: number, height: number, scale: number): PaintSurface {
  const blank = (): { canvas: Canvas; context: SKRSContext2D } => {
    const canvas = createCanvas(width, height);
    return { canvas, context: canvas.getContext('2d') };
  };
  let now = blank();
  now.context.scale(scale, scale);
  return {
    context: () => now.context as unknown as DrawingContext,
    settle() {
      const settled = blank();
      settled.context.drawImage(now.canvas, 0, 0);
      settled.context.scale(scale, scale);
      freeCanvas(now.canvas);
      now = settled;
    },
    pixels: () => new Uint8Array(now.context.getImageData(0, 0, width, height).data),
    free: () => freeCanvas(now.canvas),
  };
}
