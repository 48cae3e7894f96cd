import type { Drawing } from '@insignia/design';
import { isBlank, type Pictures, paintDrawing } from '@insignia/design/canvas';
import { browserCanvasTools } from '../../../shared/designer/canvas-tools.ts';

/** Pixels of the longer side of the saved picture. */
const SAVED_SIDE_PIXELS = 1_024;

/** Renders the drawing at a size. */
export function renderToCanvas(
  drawing: Drawing,
  pictures: Pictures,
  longer = SAVED_SIDE_PIXELS,
): HTMLCanvasElement {
  const scale = longer / Math.max(drawing.width, drawing.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(drawing.width * scale));
  canvas.height = Math.max(1, Math.round(drawing.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(scale, scale);
  paintDrawing(context, drawing, pictures, browserCanvasTools);
  return canvas;
}

/** PNG in base64. Undefined for an invisible drawing. */
export function renderToPng(drawing: Drawing, pictures: Pictures): string | undefined {
  const canvas = renderToCanvas(drawing, pictures);
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height);
  if (!pixels || isBlank(pixels.data)) return undefined;
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
