import type { CanvasTools } from '@insignia/design/canvas';

/** Browser implementations for canvas painting. */
export const browserCanvasTools: CanvasTools = {
  canvas: createCanvas,
  createCanvas,
  path: (data) => new Path2D(data),
  scaled: new WeakMap(),
};

function createCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext('2d') as CanvasRenderingContext2D };
}
