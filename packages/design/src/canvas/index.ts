export type { Context, Picture, Pictures, Tools } from './canvas.ts';
export { isCostly, paintDrawing, paintLayer, styleOf } from './paint-drawing.ts';
