/** In characters, including embedded pictures. */
export const mostText = 1024 * 1024;
const deepest = 40;
/** A JSON-LD processor takes about 50 µs for each. */
const mostValues = 10_000;
export const mostQuads = 10_000;

/** Reason not to process a document because of its size; undefined if it may be processed. */
export function excess(document: unknown): string | undefined {
  let left = mostValues;
  let level: unknown[] = [document];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return 'is nested too deeply';
    left -= level.length;
    if (left < 0) return 'has too many members';
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return undefined;
}
