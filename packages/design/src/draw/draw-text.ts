import type { LayerOf } from '../schema.ts';
import { isRightToLeftText } from '../text/direction.ts';
import { fitText, type Syllables } from '../text/fit-text.ts';
import { detectLanguage } from '../text/language.ts';
import type { OutlinedLine, Outliner } from '../text/outliner.ts';
import { spaceOut } from '../text/outliner.ts';
import { multiply, rotate, transformPath, translate } from './drawing.ts';

/** Distance from a line's middle to its baseline, as a share of the em: half the cap height. */
const halfCapital = 0.34;

/** Share of the circle, so that the end keeps a distance from the start. */
const usualSpan = 0.95;

/** Text whose position in its box may differ from that of badge designs. */
export type PlacedText = LayerOf<'text'> & {
  /** Default: middle. */
  verticalAlign?: 'top' | 'middle' | 'bottom';
  /** Keeps the size if each word fits, and leaves out lines below the box. */
  isWrapped?: boolean;
  isSmallCaps?: boolean | undefined;
};

type TextOutline = { path: string; missing: string[] };

/** Centers the text vertically by default. Each line starts at the side its script reads from. */
export function drawText(layer: PlacedText, outline: Outliner, syllables: Syllables): TextOutline {
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
export function drawCircleText(layer: LayerOf<'circleText'>, outline: Outliner): TextOutline {
  const text = layer.text.replaceAll('\n', ' ');
  const line = createLineOutliner(layer, outline)(text);
  const radius = Math.min(layer.width, layer.height) / 2;
  const circumference = 2 * Math.PI * radius;
  // Half of the smallest number is zero.
  if (circumference === 0) return { path: '', missing: line.missing };
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
