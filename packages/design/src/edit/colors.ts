import { mixColors } from '@insignia/tokens/shades';
import type { Design, Layer, Paint } from '../schema.ts';
import { getBoundingBox } from './box.ts';
import type { EditableLayer } from './document.ts';

/** One opaque color for a paint: the middle of a gradient. */
export function getMainColor(paint: Paint): string {
  if (paint.type === 'color') return paint.color.slice(0, 7);
  const [first, last] = [
    paint.stops[0]?.color ?? '#ffffff',
    paint.stops.at(-1)?.color ?? '#ffffff',
  ];
  return mixColors(first, last, 0.5);
}

/** Members of a layer of any kind of design that decide what is behind another layer. */
type CoveringLayer = EditableLayer & {
  opacity?: number;
  shape?: { kind: string };
  fill?: Paint | undefined;
  side?: 'top' | 'bottom';
};
type CoveredPage = { layers: readonly CoveringLayer[]; background?: Paint | undefined };

/** The center of a layer; for letters on a circle, a point on its edge. */
function getCenter(layer: CoveringLayer): { x: number; y: number } {
  const { x, y, width, height } = layer;
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (layer.type !== 'circleText') return middle;
  const turn = (layer.rotation * Math.PI) / 180;
  const out = layer.side === 'top' ? -1 : 1;
  return {
    x: middle.x - out * (width / 2) * Math.sin(turn),
    y: middle.y + out * (height / 2) * Math.cos(turn),
  };
}

/**
 * Color behind a layer: of the topmost filled shape that covers its center, or of the background.
 */
export function findBackgroundColor(
  { layers, background }: CoveredPage,
  id: string,
): string | undefined {
  const at = layers.findIndex((layer) => layer.id === id);
  const layer = layers[at];
  if (!layer) return undefined;
  const point = getCenter(layer);
  const below = layers.slice(0, at).findLast((one) => covers(one, point));
  if (below?.type === 'shape' && below.fill) return getMainColor(below.fill);
  // Picture contents are unknown.
  if (below) return undefined;
  return background && getMainColor(background);
}

const pictureTypes = ['picture', 'badge', 'logo', 'signature', 'qr'];
/** They don't cover their center. */
const openShapes = ['laurel', 'fleuron', 'guilloche', 'rosette'];

function covers(layer: CoveringLayer, { x, y }: { x: number; y: number }): boolean {
  if (layer.hidden || (layer.opacity ?? 1) < 0.5) return false;
  if (layer.type === 'shape' ? !isOpaque(layer.fill) : !pictureTypes.includes(layer.type))
    return false;
  if (layer.shape && openShapes.includes(layer.shape.kind)) return false;
  const box = getBoundingBox(layer);
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
}

function isOpaque(paint: Paint | undefined): boolean {
  if (!paint) return false;
  const colors = paint.type === 'color' ? [paint.color] : paint.stops.map(({ color }) => color);
  return colors.every((color) => color.length < 9 || parseInt(color.slice(7), 16) >= 128);
}

function listPaintColors(paint: Paint | undefined): string[] {
  if (!paint) return [];
  return paint.type === 'color' ? [paint.color] : paint.stops.map(({ color }) => color);
}

function listPaints(layer: Layer): (Paint | undefined)[] {
  if (layer.type === 'icon') return [layer.color];
  return layer.type === 'picture' ? [] : [layer.fill, layer.stroke?.paint];
}

/** Colors of a design without opacity, most used first. */
export function listColors({ background, layers }: Design): string[] {
  const counts = new Map<string, number>();
  const all = [background, ...layers.flatMap(listPaints)].flatMap(listPaintColors);
  for (const color of all.map((one) => one.slice(0, 7).toLowerCase()))
    counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
}
