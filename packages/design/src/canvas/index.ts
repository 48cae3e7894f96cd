export type { CanvasTools, DrawingContext, Picture, Pictures } from './canvas.ts';
export { isBlank } from './is-blank.ts';
export { createFillStyle, isCostly, paintDrawing, paintLayer } from './paint-drawing.ts';
