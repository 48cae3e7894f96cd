export type Box = { width: number; height: number };

/** Width of a text in shares of the em. */
export type Measure = (text: string) => number;

const smallest = 4;
// Each halves what is left between too small and too large.
const halvings = 12;

/** The largest size up to `size` in which the text fits its box, and its lines; below the smallest it runs over. */
export function fitText(
  text: string,
  box: Box,
  { size, lineHeight }: { size: number; lineHeight: number },
  measure: Measure,
): { size: number; lines: string[] } {
  const paragraphs = text.split('\n').map((line) => line.trim().split(/\s+/));
  const known = new Map<string, number>();
  const widthOf = (part: string): number => {
    const width = known.get(part) ?? measure(part);
    known.set(part, width);
    return width;
  };
  const linesAt = (em: number): string[] =>
    paragraphs.flatMap((words) => wrap(words, box.width / em, widthOf));
  const fits = (em: number): boolean => {
    const lines = linesAt(em);
    return (
      lines.length * em * lineHeight <= box.height + 1e-6 &&
      lines.every((line) => widthOf(line) * em <= box.width + 1e-6)
    );
  };
  if (fits(size)) return { size, lines: linesAt(size) };
  let [low, high] = [smallest, size];
  for (let n = 0; n < halvings; n++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return { size: low, lines: linesAt(low) };
}

function wrap(words: string[], width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = words[0] ?? '';
  for (const word of words.slice(1)) {
    const longer = `${line} ${word}`;
    if (measure(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
