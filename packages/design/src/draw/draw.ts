import type { Design, Layer } from '../schema.ts';
import { shapePath } from '../shapes/shape-path.ts';
import type { Syllables } from '../text/fit-text.ts';
import type { Outliner } from '../text/outliner.ts';
import { drawCircleText, drawText, type PlacedText } from './draw-text.ts';
import type { Drawing, DrawnLayer } from './drawing.ts';
import { multiply, rotate, transformPath, translate } from './drawing.ts';

/** Side length of an icon's view box. */
const iconSide = 24;

/** A picture that is at a side of its box, not in the middle. */
type PlacedPicture = Extract<Layer, { type: 'picture' }> & { align?: 'left' | 'center' | 'right' };
/** A shape with an outline of its own: SVG path data in the layer's box. */
type PlacedPath = Omit<Extract<Layer, { type: 'shape' }>, 'type' | 'shape'> & {
  type: 'path';
  path: string;
};
export type DrawableLayer =
  | Exclude<Layer, { type: 'text' | 'picture' }>
  | PlacedPath
  | PlacedText
  | PlacedPicture;
export type DrawableDesign = Pick<Design, 'width' | 'height' | 'background'> & {
  layers: readonly DrawableLayer[];
};

export type DrawingResources = {
  outline: Outliner;
  /**
   * Paths of an icon in a 24 × 24 box, to be stroked or filled; undefined for an unknown name, or
   * without a filled variant.
   */
  icon: (name: string, filled?: boolean) => string[] | undefined;
  syllables: Syllables;
};

/**
 * Converts a design into paths and pictures. Unknown icons and missing glyphs are left out and
 * listed in `missing`.
 */
export function draw(design: DrawableDesign, supplies: DrawingResources): Drawing {
  const missing: string[] = [];
  const layers = design.layers
    .filter((layer) => !layer.hidden)
    .flatMap((layer) => {
      const drawn = drawLayer(layer, supplies);
      missing.push(...drawn.missing);
      return drawn.layer ? [drawn.layer] : [];
    });
  const { width, height, background } = design;
  return { width, height, background, layers, missing: [...new Set(missing.map(getLayerName))] };
}

/** Names invisible and ambiguous characters by code point. */
function getLayerName(missing: string): string {
  return missing.replaceAll(
    /[\p{Private_Use}\p{Unassigned}\p{Surrogate}\p{Control}]/gu,
    (sign) => `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

type DrawnResult = { layer?: DrawnLayer; missing: string[] };

function drawLayer(
  layer: DrawableLayer,
  { outline, icon, syllables }: DrawingResources,
): DrawnResult {
  const { id, width, height, opacity } = layer;
  const matrix = multiply(
    translate(layer.x, layer.y),
    rotate(layer.rotation, layer.width / 2, layer.height / 2),
  );
  const own = { id, matrix, width, height, opacity };
  switch (layer.type) {
    case 'picture':
      return {
        layer: {
          ...{ ...own, type: 'picture', picture: layer.picture },
          ...(layer.align && { align: layer.align }),
        },
        missing: [],
      };
    case 'icon': {
      const filled = layer.filled ? icon(layer.icon, true) : undefined;
      const paths = filled ?? icon(layer.icon);
      if (!paths) return { missing: [layer.icon] };
      const scale = Math.min(width, height) / iconSide;
      const [x, y] = [(width - scale * iconSide) / 2, (height - scale * iconSide) / 2];
      const path = paths.map((one) => transformPath(one, translate(x, y, scale))).join('');
      const painting = filled
        ? { fill: layer.color }
        : { stroke: { paint: layer.color, width: layer.strokeWidth * scale, round: true } };
      const { shadow } = layer;
      return { layer: { ...own, ...painting, type: 'path', path, shadow }, missing: [] };
    }
    case 'path':
      return {
        layer: { ...own, ...getPaints(layer), type: 'path', path: layer.path },
        missing: [],
      };
    case 'shape': {
      const path = shapePath(layer.shape, width, height);
      return { layer: { ...own, ...getPaints(layer), type: 'path', path }, missing: [] };
    }
    case 'text':
    case 'circleText': {
      const { path, missing } =
        layer.type === 'text'
          ? drawText(layer, outline, syllables)
          : drawCircleText(layer, outline);
      return { layer: { ...own, ...getPaints(layer), type: 'path', path }, missing };
    }
  }
}

function getPaints({
  fill,
  stroke,
  shadow,
}: Pick<Layer & { type: 'shape' }, 'fill' | 'stroke' | 'shadow'>) {
  return { fill, stroke, shadow };
}
