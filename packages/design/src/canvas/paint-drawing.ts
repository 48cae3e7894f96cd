import type { Drawing, DrawnLayer } from '../draw/drawing.ts';
import { computeGradientLine } from '../draw/to-svg.ts';
import type { Paint } from '../schema.ts';
import type { CanvasTools, DrawingContext, Gradient, Pictures } from './canvas.ts';
import { paintPicture } from './paint-picture.ts';

/** Paints in the design's units. */
export function paintDrawing(
  context: DrawingContext,
  drawing: Drawing,
  pictures: Pictures,
  tools: CanvasTools,
): void {
  const { width, height, background } = drawing;
  if (background) {
    context.fillStyle = createFillStyle(context, background, { width, height });
    context.fillRect(0, 0, width, height);
  }
  for (const layer of drawing.layers) {
    context.save();
    context.transform(...layer.matrix);
    paintLayer(context, layer, pictures, tools);
    context.restore();
  }
}

/**
 * Paints one layer with its box at the origin. As in SVG, shadow and opacity apply to fill and
 * stroke together.
 */
export function paintLayer(
  context: DrawingContext,
  layer: DrawnLayer,
  pictures: Pictures,
  tools: CanvasTools,
): void {
  const { opacity, shadow } = layer;
  if (opacity === 0) return;
  if (!isCostly(layer)) {
    context.globalAlpha *= opacity;
    paintPlain(context, layer, pictures, tools);
    return;
  }
  const whole = paintAside(context, tools, (own) => paintPlain(own, layer, pictures, tools));
  const shaded = shadow
    ? paintAside(context, tools, (own) => castShadow(own, whole, shadow))
    : whole;
  context.save();
  context.globalAlpha *= opacity;
  context.resetTransform();
  context.drawImage(shaded, 0, 0);
  context.restore();
}

/** True if the layer needs a canvas of its own. */
export function isCostly(layer: DrawnLayer): boolean {
  const { opacity, shadow } = layer;
  const hasBoth = layer.type === 'path' && layer.fill !== undefined && layer.stroke !== undefined;
  return opacity > 0 && (shadow !== undefined || (opacity < 1 && hasBoth));
}

function paintPlain(
  context: DrawingContext,
  layer: DrawnLayer,
  pictures: Pictures,
  tools: CanvasTools,
): void {
  if (layer.type === 'picture') {
    const picture = pictures.get(layer.picture);
    if (picture) paintPicture(context, picture, layer, tools);
    return;
  }
  const path = tools.path(layer.path);
  if (layer.fill) {
    context.fillStyle = createFillStyle(context, layer.fill, layer);
    context.fill(path);
  }
  const { stroke } = layer;
  if (!stroke) return;
  context.strokeStyle = createFillStyle(context, stroke.paint, layer);
  context.lineWidth = stroke.width;
  context.lineJoin = 'round';
  context.lineCap = stroke.round ? 'round' : 'butt';
  const { dash = [] } = stroke;
  // Skia ignores dash lists of zero length. SVG draws a solid line.
  context.setLineDash(dash.some((length) => length > 0) ? dash : []);
  context.stroke(path);
}

/** Paints on a second canvas, to be composed as a whole. */
function paintAside(
  context: DrawingContext,
  tools: CanvasTools,
  paint: (own: DrawingContext) => void,
): object {
  const { width, height } = context.canvas;
  const { canvas, context: own } = tools.beside(width, height);
  const { a, b, c, d, e, f } = context.getTransform();
  own.setTransform(a, b, c, d, e, f);
  paint(own);
  return canvas;
}

/** Canvas shadows ignore transforms, so the layer's transform is applied here. */
function castShadow(
  context: DrawingContext,
  whole: object,
  { x, y, blur, color }: NonNullable<DrawnLayer['shadow']>,
): void {
  const { a, b, c, d } = context.getTransform();
  context.shadowColor = color;
  context.shadowOffsetX = a * x + c * y;
  context.shadowOffsetY = b * x + d * y;
  context.shadowBlur = blur * Math.sqrt(Math.abs(a * d - b * c));
  context.resetTransform();
  context.drawImage(whole, 0, 0);
}

export function createFillStyle(
  context: DrawingContext,
  paint: Paint,
  size: { width: number; height: number },
): string | Gradient {
  if (paint.type === 'color') return paint.color;
  const gradient =
    paint.type === 'linear' ? linear(context, paint.angle, size) : radial(context, size);
  for (const { at, color } of paint.stops) gradient.addColorStop(at, color);
  return gradient;
}

function linear(context: DrawingContext, angle: number, size: { width: number; height: number }) {
  const { x1, y1, x2, y2 } = computeGradientLine(angle, size);
  return context.createLinearGradient(x1, y1, x2, y2);
}

function radial(context: DrawingContext, { width, height }: { width: number; height: number }) {
  const [x, y] = [width / 2, height / 2];
  return context.createRadialGradient(x, y, 0, x, y, Math.max(width, height) / 2);
}
