import { multiply, rotate, translate } from '../draw/drawing.ts';
import { toSvg } from '../draw/to-svg.ts';
import { certificateShapePath } from './certificate-shape.ts';
import type { CertificateLayerOf } from './schema.ts';

/** Shapes as an SVG of the whole sheet, in millimeters. */
export function drawShapes(
  layers: readonly CertificateLayerOf<'shape'>[],
  { width, height }: { width: number; height: number },
): string {
  const drawn = layers.map(({ id, x, y, rotation, shape, fill, stroke, ...box }) => ({
    ...{ id, type: 'path' as const, opacity: 1, width: box.width, height: box.height },
    ...{ fill, stroke, path: certificateShapePath(shape, box.width, box.height) },
    matrix: multiply(translate(x, y), rotate(rotation, box.width / 2, box.height / 2)),
  }));
  return toSvg({ width, height, layers: drawn, missing: [] }, () => undefined);
}
