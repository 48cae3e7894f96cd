import { compoundsOf, lettersOf, type Part, type Piece, piecesOf } from './pieces.ts';

export type Box = { width: number; height: number };

/** Width of a text as a share of the em. */
export type Measure = (text: string) => number;
/** Returns the parts of a word between which it may be hyphenated. */
export type Syllables = Way;

const smallest = 4;
// Binary search steps.
const halvings = 12;
const fewHalvings = 6;
/** Maximum lines to balance. Longer texts wrap greedily. */
const mostBalanced = 5;
/** Words stay whole down to this share of the requested size. */
const smallWhole = 0.5;
/** Shorter words are never broken. */
const shortWord = 12;

type Wanted = { size: number; lineHeight: number };
type Fitted = { size: number; lines: string[] };

/**
 * Finds the largest size up to `size` at which the text fits its box, and its lines. At the
 * smallest size, text overflows. A long word is broken if that gains at least `worth` in size.
 */
export function fitText(
  text: string,
  box: Box,
  wanted: Wanted,
  measure: Measure,
  syllables: Syllables,
): Fitted {
  const paragraphs = text.split('\n').map(piecesOf);
  const known = new Map<string, number>();
  const widthOf = (part: string): number => {
    const width = known.get(part) ?? measure(part);
    known.set(part, width);
    return width;
  };
  const fitted = (ways: Way[]) =>
    fitPieces(
      (width) =>
        paragraphs.map((pieces) => pieces.flatMap((piece) => parted(piece, width, widthOf, ways))),
      box,
      wanted,
      widthOf,
    );
  let best = fitted([]);
  if (best.size >= wanted.size * smallWhole) return best;
  const between: Way[] = [compoundsOf, syllables];
  for (const { ways, worth } of [
    { ways: between, worth: 1.25 },
    { ways: [...between, lettersOf], worth: 2 },
  ]) {
    const next = fitted(ways);
    if (next.size > best.size * worth) best = next;
  }
  return best;
}

type Way = (word: string) => Part[];

/** Breaks a piece that is too wide, with the next method for parts that remain too wide. */
function parted(piece: Piece, width: number, measure: Measure, ways: Way[]): Piece[] {
  const fits = ({ text, end }: Part) => measure(text + end) <= width;
  if (piece.text.length <= shortWord || fits(piece)) return [piece];
  const apart = (parts: Part[], way: Way) =>
    parts.flatMap((part) => (fits(part) ? [part] : way(part.text)));
  return ways
    .reduce<Part[]>(apart, [piece])
    .map((part, n) => ({ ...part, gap: n === 0 ? piece.gap : '' }));
}

/** Breaks pieces to fit a line width, given in shares of the em. */
function fitPieces(
  piecesFor: (width: number) => Piece[][],
  box: Box,
  { size, lineHeight }: Wanted,
  widthOf: Measure,
): Fitted {
  const linesAt = (em: number): string[] =>
    piecesFor(box.width / em).flatMap((pieces) => wrap(pieces, box.width / em, widthOf));
  const fits = (em: number): boolean => {
    const lines = linesAt(em);
    return (
      lines.length * em * lineHeight <= box.height + 1e-6 &&
      lines.every((line) => widthOf(line) * em <= box.width + 1e-6)
    );
  };
  const balancedAt = (em: number): string[] =>
    piecesFor(box.width / em).flatMap((pieces) => balanced(pieces, box.width / em, widthOf));
  if (fits(size)) return { size, lines: balancedAt(size) };
  let [low, high] = [smallest, size];
  for (let n = 0; n < halvings; n++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return { size: low, lines: balancedAt(low) };
}

/** Balances line lengths so that no single word is left on the last line of a title. */
function balanced(pieces: Piece[], width: number, measure: Measure): string[] {
  const lines = wrap(pieces, width, measure);
  if (lines.length === 1 || lines.length > mostBalanced) return lines;
  let [low, high] = [width / 2, width];
  for (let n = 0; n < fewHalvings; n++) {
    const middle = (low + high) / 2;
    const isSame = wrap(pieces, middle, measure).length === lines.length;
    if (isSame) high = middle;
    else low = middle;
  }
  const even = wrap(pieces, high, measure);
  // A word wider than every line: keep the greedy result.
  return even.every((line) => measure(line) <= width) ? even : lines;
}

function wrap(pieces: Piece[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let from = 0;
  do {
    const to = endOfLine(pieces, from, width, measure);
    lines.push(joined(pieces, from, to));
    from = to;
  } while (from < pieces.length);
  return lines;
}

/** Exponential, then binary search: a line of a thousand pieces needs about twenty measurements. */
function endOfLine(pieces: Piece[], from: number, width: number, measure: Measure): number {
  const fits = (to: number): boolean => measure(joined(pieces, from, to)) <= width;
  let good = Math.min(from + 1, pieces.length);
  let bad = pieces.length + 1;
  while (bad - good > 1) {
    const doubled = from + 2 * (good - from);
    const next = bad > pieces.length ? Math.min(doubled, pieces.length) : (good + bad) >> 1;
    if (fits(next)) good = next;
    else bad = next;
  }
  return good;
}

function joined(pieces: Piece[], from: number, to: number): string {
  let line = pieces[from]?.text ?? '';
  for (const { text, gap } of pieces.slice(from + 1, to)) line += gap + text;
  return line + (pieces[to - 1]?.end ?? '');
}
