import type { LayerOf } from '../schema.ts';
import { startsRight } from '../text/direction.ts';
import { fitText, type Syllables } from '../text/fit-text.ts';
import { languageOf } from '../text/language.ts';
import type { OutlinedLine, Outliner } from '../text/outliner.ts';
import { spaceOut } from '../text/space-out.ts';
import { moved, placed, times, turned } from './matrix.ts';

/** How far below the middle of a line its letters stand, in shares of the em: half the height of capitals. */
const halfCapital = 0.34;

/** Of the circle: its end keeps away from its beginning. */
const usualSpan = 0.95;

type Lettered = { path: string; missing: string[] };

/** A text in its box: in the middle from top to bottom; each line starts where its writing does. */
export function drawText(
  layer: LayerOf<'text'>,
  outline: Outliner,
  syllables: Syllables,
): Lettered {
  const lineOf = lineOfLayer(layer, outline);
  const { size, lines } = fitText(
    layer.text,
    layer,
    layer,
    (text) => lineOf(text).advance,
    syllables,
  );
  const top = (layer.height - lines.length * size * layer.lineHeight) / 2;
  const missing: string[] = [];
  const paths = lines.flatMap((text, n) => {
    const line = lineOf(text);
    missing.push(...line.missing);
    const free = layer.width - line.advance * size;
    const before = { start: 0, center: 0.5, end: 1 }[layer.align];
    const x = free * (line.isRightToLeft ? 1 - before : before);
    const y = top + (n + 0.5) * size * layer.lineHeight + halfCapital * size;
    return line.glyphs.map((glyph) =>
      placed(glyph.path, moved(x + glyph.x * size, y + glyph.y * size, size)),
    );
  });
  return { path: paths.join(''), missing };
}

/** Letters on the circle that fills the box, in the middle of its top or bottom; a longer text is set smaller. */
export function drawCircleText(layer: LayerOf<'circleText'>, outline: Outliner): Lettered {
  const text = layer.text.replaceAll('\n', ' ');
  const line = lineOfLayer(layer, outline)(text);
  const radius = Math.min(layer.width, layer.height) / 2;
  const around = 2 * Math.PI * radius;
  const most = around * (layer.span ?? usualSpan);
  const size = Math.min(layer.size, most / Math.max(line.advance, 1e-6));
  const [middleX, middleY] = [layer.width / 2, layer.height / 2];
  const isTop = layer.side === 'top';
  // At the bottom capitals hang from the circle, so that both sides keep the same distance from its middle.
  const stand = isTop ? radius : radius + 2 * halfCapital * size;
  const paths = line.glyphs.map((glyph) => {
    const along = (glyph.x + glyph.advance / 2 - line.advance / 2) * size;
    const degrees = ((isTop ? along : -along) / around) * 360;
    const upright = moved(
      middleX - (glyph.advance / 2) * size,
      middleY + (isTop ? -stand : stand) + glyph.y * size,
      size,
    );
    return placed(glyph.path, times(turned(degrees, middleX, middleY), upright));
  });
  return { path: paths.join(''), missing: line.missing };
}

function lineOfLayer(
  { text: whole, font, weight, letterSpacing }: LayerOf<'text' | 'circleText'>,
  outline: Outliner,
): (text: string) => OutlinedLine {
  const { lang, region } = languageOf(whole, whole);
  const face = {
    ...{ font, weight },
    language: region ? `${lang}-${region}` : lang,
    isRightToLeft: startsRight(whole),
  };
  return (text) => spaceOut(outline(text, face), text, letterSpacing);
}
