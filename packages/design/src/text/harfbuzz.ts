import { Blob, Buffer, Direction, Face, Feature, Font, shape } from 'harfbuzzjs';
import svgpath from 'svgpath';
import { getBidiLevels } from './direction.ts';
import type { FindFallback } from './fallbacks.ts';
import type { FontFile, Glyph, OutlinedLine, Outliner } from './outliner.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Invisible characters. They only affect their neighbors. */
const invisible = /[\p{Control}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters of context that HarfBuzz needs on both sides: Arabic letters join across fonts. */
const CONTEXT_LENGTH = 5;

// Shared, because HarfBuzz frees memory only when the thread is idle.
const buffer = new Buffer();

type OpenFont = { face: Face; font: Font; em: number; paths: Map<number, string> };
type Run = { from: number; to: number; open: OpenFont; level: number };

/**
 * Shapes lines of text with HarfBuzz: joining letters, ligatures, marks, right-to-left. A character
 * uses the first font that contains it: the requested face, another weight of it, the other fonts
 * (requested weight first), then the fallbacks.
 */
export function createOutliner(
  files: FontFile[],
  fallBack: FindFallback = () => undefined,
): Outliner {
  const opened = new Map<FontFile, OpenFont>();
  const open = (file: FontFile): OpenFont => {
    const known = opened.get(file) ?? openFont(file.bytes);
    opened.set(file, known);
    return known;
  };
  const charactersByFile = new Map<FontFile, Set<number>>();
  const listCharacters = (file: FontFile): Set<number> => {
    const known = charactersByFile.get(file) ?? new Set(open(file).face.collectUnicodes());
    charactersByFile.set(file, known);
    return known;
  };
  return (line, { font, weight, language, isRightToLeft: direction, isSmallCaps }) => {
    const rank = (file: FontFile) =>
      (file.font === font ? 0 : 2) + (file.weight === weight ? 0 : 1);
    const order = files.toSorted((one, other) => rank(one) - rank(other));
    const { levels, isRightToLeft } = getBidiLevels(line, direction);
    const { runs, missing } = splitRuns(
      line,
      levels,
      (points) =>
        order.find((file) => points.every((point) => listCharacters(file).has(point))) ??
        fallBack(points, weight),
    );
    const sorted = toVisualOrder(runs.map((run) => ({ ...run, open: open(run.file) })));
    return { ...shapeRuns(line, sorted, language, isSmallCaps), isRightToLeft, missing };
  };
}

function openFont(bytes: Uint8Array): OpenFont {
  const face = new Face(new Blob(bytes));
  return { face, font: new Font(face), em: face.upem, paths: new Map() };
}

/** Merges neighbors with the same font and direction. */
function splitRuns(
  line: string,
  levels: Uint8Array,
  findFile: (points: number[]) => FontFile | undefined,
) {
  const runs: { from: number; to: number; file: FontFile; level: number }[] = [];
  const missing: string[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    const points = [...segment.replaceAll(invisible, '')].map((char) => char.codePointAt(0) ?? 0);
    const file = findFile(points);
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const to = index + segment.length;
    if (!file) missing.push(segment);
    else if (last?.file === file && last.level === level && last.to === index) last.to = to;
    else runs.push({ from: index, to, file, level });
  }
  return { runs, missing };
}

/** Visual order: reverses runs from the highest level down (UAX #9, L2). */
function toVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from;
      while (to < ordered.length && (ordered[to] as Run).level >= level) to++;
      if (to - from > 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  return ordered;
}

function shapeRuns(
  line: string,
  runs: Run[],
  language: string | undefined,
  isSmallCaps = false,
): Pick<OutlinedLine, 'glyphs' | 'advance'> {
  const glyphs: Glyph[] = [];
  let advance = 0;
  const features = ['kern', 'liga', ...(isSmallCaps ? ['smcp'] : [])];
  for (const { from, to, open, level } of runs) {
    const before = line.slice(Math.max(0, from - CONTEXT_LENGTH), from);
    buffer.reset();
    buffer.addText(before + line.slice(from, to + CONTEXT_LENGTH), before.length, to - from);
    buffer.guessSegmentProperties();
    buffer.setDirection(level % 2 ? Direction.RTL : Direction.LTR);
    if (language) buffer.setLanguage(language);
    shape(
      open.font,
      buffer,
      features.map((feature) => new Feature(feature)),
    );
    const positions = buffer.getGlyphPositions();
    let last: number | undefined;
    for (const [n, { codepoint, cluster }] of buffer.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
      const isNext = cluster !== last;
      last = cluster;
      glyphs.push({
        isNext,
        path: getGlyphPath(open, codepoint),
        x: advance + xOffset / open.em,
        y: -yOffset / open.em,
        advance: xAdvance / open.em,
      });
      advance += xAdvance / open.em;
    }
  }
  return { glyphs, advance };
}

/** In shares of the em, y downward. */
function getGlyphPath(open: OpenFont, glyph: number): string {
  const known = open.paths.get(glyph);
  if (known !== undefined) return known;
  const path = svgpath(open.font.glyphToPath(glyph))
    .scale(1 / open.em, -1 / open.em)
    .round(5)
    .toString();
  open.paths.set(glyph, path);
  return path;
}
