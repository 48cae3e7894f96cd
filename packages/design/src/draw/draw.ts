import type { Design, Layer, LayerOf } from '../schema.ts';
import { shapePath } from '../shapes/shape-path.ts';
import { isRightToLeftText } from '../text/direction.ts';
import { fitText, type Syllables } from '../text/fit-text.ts';
import { detectLanguage } from '../text/language.ts';
import { type OutlinedLine, type Outliner, spaceOut } from '../text/outliner.ts';
import {
  type Drawing,
  type DrawnLayer,
  multiply,
  rotate,
  transformPath,
  translate,
} from './drawing.ts';

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

/** Distance from a line's middle to its baseline, as a share of the em: half the cap height. */
const halfCapital = 0.34;

/** Share of the circle, so that the end keeps a distance from the start. */
const usualSpan = 0.95;

/** Text whose position in its box may differ from that of badge designs. */
type PlacedText = LayerOf<'text'> & {
  /** Default: middle. */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /** Keeps the size if each word fits, and leaves out lines below the box. */
  isWrapped?: boolean;
  isSmallCaps?: boolean | undefined;
};

type TextOutline = { path: string; missing: string[] };

/** Centers the text vertically by default. Each line starts at the side its script reads from. */
function drawText(layer: PlacedText, outline: Outliner, syllables: Syllables): TextOutline {
  const outlineLine = createLineOutliner(layer, outline);
  const { verticalAlign = 'middle', isWrapped = false } = layer;
  const { size, lines: all } = fitText(
    layer.text,
    isWrapped ? { width: layer.width, height: Number.POSITIVE_INFINITY } : layer,
    layer,
    (text) => outlineLine(text).advance,
    syllables,
  );
  const lines = isWrapped
    ? all.slice(0, Math.max(1, Math.floor(layer.height / (size * layer.lineHeight))))
    : all;
  const freeHeight = layer.height - lines.length * size * layer.lineHeight;
  const top = freeHeight * { top: 0, middle: 0.5, bottom: 1 }[verticalAlign];
  const missing: string[] = [];
  const paths = lines.flatMap((text, n) => {
    const line = outlineLine(text);
    missing.push(...line.missing);
    const freeWidth = layer.width - line.advance * size;
    const shareBefore = { start: 0, center: 0.5, end: 1 }[layer.align];
    const x = freeWidth * (line.isRightToLeft ? 1 - shareBefore : shareBefore);
    const y = top + (n + 0.5) * size * layer.lineHeight + halfCapital * size;
    return line.glyphs.map((glyph) =>
      transformPath(glyph.path, translate(x + glyph.x * size, y + glyph.y * size, size)),
    );
  });
  return { path: paths.join(''), missing };
}

/**
 * Centers text at the top or bottom of the circle that fills the box, and shrinks text that is too
 * long.
 */
function drawCircleText(layer: LayerOf<'circleText'>, outline: Outliner): TextOutline {
  const text = layer.text.replaceAll('\n', ' ');
  const line = createLineOutliner(layer, outline)(text);
  const radius = Math.min(layer.width, layer.height) / 2;
  const circumference = 2 * Math.PI * radius;
  const maxLength = circumference * (layer.span ?? usualSpan);
  const size = Math.min(layer.size, maxLength / Math.max(line.advance, 1e-6));
  const [middleX, middleY] = [layer.width / 2, layer.height / 2];
  const isAtTop = layer.side === 'top';
  // At the bottom, capitals hang from the circle, so that both sides have the same distance from
  // its center.
  const baselineRadius = isAtTop ? radius : radius + 2 * halfCapital * size;
  const paths = line.glyphs.map((glyph) => {
    const along = (glyph.x + glyph.advance / 2 - line.advance / 2) * size;
    const degrees = ((isAtTop ? along : -along) / circumference) * 360;
    const upright = translate(
      middleX - (glyph.advance / 2) * size,
      middleY + (isAtTop ? -baselineRadius : baselineRadius) + glyph.y * size,
      size,
    );
    return transformPath(glyph.path, multiply(rotate(degrees, middleX, middleY), upright));
  });
  return { path: paths.join(''), missing: line.missing };
}

function createLineOutliner(
  { text: whole, font, weight, letterSpacing, ...more }: PlacedText | LayerOf<'circleText'>,
  outline: Outliner,
): (text: string) => OutlinedLine {
  const { lang, region } = detectLanguage(whole, whole);
  const face = {
    ...{ font, weight },
    language: region ? `${lang}-${region}` : lang,
    isRightToLeft: isRightToLeftText(whole),
    isSmallCaps: 'isSmallCaps' in more && more.isSmallCaps,
  };
  return (text) => spaceOut(outline(text, face), text, letterSpacing);
}
