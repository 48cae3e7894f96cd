import {
  splitCompounds,
  splitGraphemes,
  splitLine,
  type TextPiece,
  type WordPart,
} from './pieces.ts';

export type TextBox = { width: number; height: number };

/** Width of a text as a share of the em. */
export type Measure = (text: string) => number;
/** Returns the parts of a word between which it may be hyphenated. */
export type Syllables = SplitWord;

const MIN_SIZE = 4;
/** Steps of the binary searches for a size, and for the width of even lines. */
const SIZE_STEPS = 12;
const WIDTH_STEPS = 6;
/** Maximum lines to balance. Longer texts wrap greedily. */
const MAX_BALANCED_LINES = 5;
/** Words stay whole down to this share of the requested size. */
const WHOLE_WORD_RATIO = 0.5;
/** Shorter words are never broken. */
const SHORT_WORD = 12;

type TextSize = { size: number; lineHeight: number };
type FittedText = { size: number; lines: string[] };

/**
 * Finds the largest size up to `size` at which the text fits its box, and its lines. At the
 * smallest size, text overflows. A long word is broken if that gains enough size.
 */
export function fitText(
  text: string,
  box: TextBox,
  targetSize: TextSize,
  measure: Measure,
  syllables: Syllables,
): FittedText {
  const paragraphs = text.split('\n').map(splitLine);
  const known = new Map<string, number>();
  const measureWidth = (part: string): number => {
    const width = known.get(part) ?? measure(part);
    known.set(part, width);
    return width;
  };
  const fitted = (methods: SplitWord[]) =>
    fitPieces(
      (width) =>
        paragraphs.map((pieces) =>
          pieces.flatMap((piece) => splitPiece(piece, width, measureWidth, methods)),
        ),
      box,
      targetSize,
      measureWidth,
    );
  let best = fitted([]);
  if (best.size >= targetSize.size * WHOLE_WORD_RATIO) return best;
  const between: SplitWord[] = [splitCompounds, syllables];
  for (const { methods, gain } of [
    { methods: between, gain: 1.25 },
    { methods: [...between, splitGraphemes], gain: 2 },
  ]) {
    const next = fitted(methods);
    if (next.size > best.size * gain) best = next;
  }
  return best;
}

type SplitWord = (word: string) => WordPart[];

/** Breaks a piece that is too wide, with the next method for parts that remain too wide. */
function splitPiece(
  piece: TextPiece,
  width: number,
  measure: Measure,
  methods: SplitWord[],
): TextPiece[] {
  const fits = ({ text, end }: WordPart) => measure(text + end) <= width;
  if (piece.text.length <= SHORT_WORD || fits(piece)) return [piece];
  const splitWideParts = (parts: WordPart[], split: SplitWord) =>
    parts.flatMap((part) => (fits(part) ? [part] : split(part.text)));
  return methods
    .reduce<WordPart[]>(splitWideParts, [piece])
    .map((part, n) => ({ ...part, gap: n === 0 ? piece.gap : '' }));
}

/** Breaks pieces to fit a line width, given in shares of the em. */
function fitPieces(
  piecesFor: (width: number) => TextPiece[][],
  box: TextBox,
  { size, lineHeight }: TextSize,
  measure: Measure,
): FittedText {
  const breakLines = (em: number): string[] =>
    piecesFor(box.width / em).flatMap((pieces) => wrap(pieces, box.width / em, measure));
  const fits = (em: number): boolean => {
    const lines = breakLines(em);
    return (
      lines.length * em * lineHeight <= box.height + 1e-6 &&
      lines.every((line) => measure(line) * em <= box.width + 1e-6)
    );
  };
  const breakEvenly = (em: number): string[] =>
    piecesFor(box.width / em).flatMap((pieces) => balanceLines(pieces, box.width / em, measure));
  if (fits(size)) return { size, lines: breakEvenly(size) };
  let [low, high] = [MIN_SIZE, size];
  for (let n = 0; n < SIZE_STEPS; n++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return { size: low, lines: breakEvenly(low) };
}

/** Balances line lengths so that no single word is left on the last line of a title. */
function balanceLines(pieces: TextPiece[], width: number, measure: Measure): string[] {
  const lines = wrap(pieces, width, measure);
  if (lines.length === 1 || lines.length > MAX_BALANCED_LINES) return lines;
  let [low, high] = [width / 2, width];
  for (let n = 0; n < WIDTH_STEPS; n++) {
    const middle = (low + high) / 2;
    const isSame = wrap(pieces, middle, measure).length === lines.length;
    if (isSame) high = middle;
    else low = middle;
  }
  const even = wrap(pieces, high, measure);
  // A word wider than every line: keep the greedy result.
  return even.every((line) => measure(line) <= width) ? even : lines;
}

function wrap(pieces: TextPiece[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let from = 0;
  do {
    const to = endOfLine(pieces, from, width, measure);
    lines.push(joinPieces(pieces, from, to));
    from = to;
  } while (from < pieces.length);
  return lines;
}

/** Exponential, then binary search: a line of a thousand pieces needs about twenty measurements. */
function endOfLine(pieces: TextPiece[], from: number, width: number, measure: Measure): number {
  const fits = (to: number): boolean => measure(joinPieces(pieces, from, to)) <= width;
  let fitting = Math.min(from + 1, pieces.length);
  let tooMany = pieces.length + 1;
  while (tooMany - fitting > 1) {
    const doubled = from + 2 * (fitting - from);
    const next =
      tooMany > pieces.length ? Math.min(doubled, pieces.length) : (fitting + tooMany) >> 1;
    if (fits(next)) fitting = next;
    else tooMany = next;
  }
  return fitting;
}

function joinPieces(pieces: TextPiece[], from: number, to: number): string {
  let line = pieces[from]?.text ?? '';
  for (const { text, gap } of pieces.slice(from + 1, to)) line += gap + text;
  return line + (pieces[to - 1]?.end ?? '');
}
