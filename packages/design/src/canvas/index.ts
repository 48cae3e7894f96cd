export type { CanvasTools, DrawingContext, Picture, Pictures } from './canvas.ts';
export { isBlank } from './canvas.ts';
export { createFillStyle, isCostly, paintDrawing, paintLayer } from './paint-drawing.ts';
