import type { Tools } from '@insignia/design/canvas';

/** The browser's own, for what is painted on a canvas. */
export const tools: Tools = {
  beside(width, height) {
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    return { canvas, context: canvas.getContext('2d') as CanvasRenderingContext2D };
  },
  path: (data) => new Path2D(data),
};
