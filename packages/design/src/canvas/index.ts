export type { Context, Picture, Pictures, Tools } from './canvas.ts';
export { isBlank } from './is-blank.ts';
export { isCostly, paintDrawing, paintLayer, styleOf } from './paint-drawing.ts';
