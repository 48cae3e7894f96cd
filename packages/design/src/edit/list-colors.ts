import type { Paint } from '../paint.ts';
import type { Design, Layer } from '../schema.ts';

function colorsOfPaint(paint: Paint | undefined): string[] {
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
  const all = [background, ...layers.flatMap(listPaints)].flatMap(colorsOfPaint);
  for (const color of all.map((one) => one.slice(0, 7).toLowerCase()))
    counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
}
