import type { Drawing, DrawnLayer } from '../draw/drawing.ts';
import { computeGradientLine } from '../draw/to-svg.ts';
import type { Paint } from '../schema.ts';
import type {
  CanvasTools,
  DrawingContext,
  Gradient,
  Picture,
  PictureLevel,
  Pictures,
  ScaledPicture,
} from './canvas.ts';

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
  const { canvas, context: own } = tools.createCanvas(width, height);
  const { a, b, c, d, e, f } = context.getTransform();
  own.setTransform(a, b, c, d, e, f);
  paint(own);
  return canvas;
}

/** Canvas shadows ignore transforms, so the layer's transform is applied here. */
function castShadow(
  context: DrawingContext,
  picture: object,
  { x, y, blur, color }: NonNullable<DrawnLayer['shadow']>,
): void {
  const { a, b, c, d } = context.getTransform();
  context.shadowColor = color;
  context.shadowOffsetX = a * x + c * y;
  context.shadowOffsetY = b * x + d * y;
  context.shadowBlur = blur * Math.sqrt(Math.abs(a * d - b * c));
  context.resetTransform();
  context.drawImage(picture, 0, 0);
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

/**
 * Margin around the picture, so that its edges are path edges, which every canvas antialiases
 * alike.
 */
const border = 2;

type PictureBox = {
  width: number;
  height: number;
  align?: 'left' | 'center' | 'right' | undefined;
};

/** Fits the picture into its box, in the middle by default, and keeps its aspect ratio. */
export function paintPicture(
  context: DrawingContext,
  picture: Picture,
  { width, height, align = 'center' }: PictureBox,
  tools: CanvasTools,
): void {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(width / naturalWidth, height / naturalHeight);
  const [w, h] = [naturalWidth * scale, naturalHeight * scale];
  const share = { left: 0, center: 0.5, right: 1 }[align];
  const [x, y] = [(width - w) * share, (height - h) / 2];
  const { a, b, c, d } = context.getTransform();
  const drawn = scale * Math.max(Math.hypot(a, b), Math.hypot(c, d));
  const level = chooseLevel(picture, countHalvings(drawn, picture), tools);
  const [beyondX, beyondY] = [(border * w) / level.width, (border * h) / level.height];
  context.save();
  context.clip(tools.path(`M${x} ${y}h${w}v${h}h${-w}z`));
  context.imageSmoothingQuality = drawn > 1 ? 'high' : 'low';
  context.drawImage(level.canvas, x - beyondX, y - beyondY, w + 2 * beyondX, h + 2 * beyondY);
  context.restore();
}

/** Canvases downscale differently, except by at most half with bilinear sampling. */
function countHalvings(drawn: number, { naturalWidth, naturalHeight }: Picture): number {
  const maxSteps = Math.ceil(Math.log2(Math.max(naturalWidth, naturalHeight)));
  let times = 0;
  for (let scale = drawn; scale < 0.5 && times < maxSteps; scale *= 2) times++;
  return times;
}

/** Cached for the life of the picture, because dragging repaints layers. */
function chooseLevel(picture: Picture, halvings: number, tools: CanvasTools): PictureLevel {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const sizes: ScaledPicture = tools.scaled.get(picture) ?? {
    halves: [{ canvas: picture, width, height }],
    levels: new Map(),
  };
  tools.scaled.set(picture, sizes);
  const { halves, levels } = sizes;
  const level = levels.get(halvings) ?? addBorder(getHalving(halves, halvings, tools), tools);
  levels.set(halvings, level);
  return level;
}

/** Each halving is made from the one before. Together they take a third of the picture's memory. */
function getHalving(
  halves: [PictureLevel, ...PictureLevel[]],
  times: number,
  tools: CanvasTools,
): PictureLevel {
  let [level] = halves;
  for (let n = 1; n <= times; n++) {
    level = halves[n] ?? halve(level, tools);
    halves[n] = level;
  }
  return level;
}

function halve(level: PictureLevel, tools: CanvasTools): PictureLevel {
  const [width, height] = [Math.ceil(level.width / 2), Math.ceil(level.height / 2)];
  const { canvas, context } = tools.canvas(width, height);
  context.imageSmoothingQuality = 'low';
  context.drawImage(level.canvas, 0, 0, width, height);
  return { canvas, width, height };
}

function addBorder(
  { canvas: inner, width, height }: PictureLevel,
  tools: CanvasTools,
): PictureLevel {
  const [allWidth, allHeight] = [width + 2 * border, height + 2 * border];
  const { canvas, context } = tools.canvas(allWidth, allHeight);
  context.imageSmoothingQuality = 'low';
  context.drawImage(inner, 0, 0, allWidth, allHeight);
  context.clearRect(border, border, width, height);
  context.drawImage(inner, border, border, width, height);
  return { canvas, width, height };
}
