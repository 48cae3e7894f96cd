/** Matches the version member that marks our documents. */
const mark = /"insigniaDesign"\s*:\s*\d/y;

const quote = '"'.charCodeAt(0);
const computeDepth = byCode({ '[': 1, '{': 1, ']': -1, '}': -1 });
const countValues = byCode({ '[': 1, '{': 1, ',': 1 });

function byCode(signs: Readonly<Record<string, number>>): Int8Array {
  const table = new Int8Array(128);
  for (const [sign, value] of Object.entries(signs)) table[sign.charCodeAt(0)] = value;
  return table;
}

/**
 * Scans JSON text without parsing it: reports whether it is our design and whether it has more than
 * `most` members and items.
 */
export function inspectJson(text: string, most: number): { isOurs: boolean; hasMore: boolean } {
  let [depth, values, isOurs] = [0, 0, false];
  for (let at = 0; at < text.length && !(isOurs && values > most); at++) {
    const code = text.charCodeAt(at);
    depth += computeDepth[code] ?? 0;
    values += countValues[code] ?? 0;
    if (code !== quote) continue;
    isOurs ||= depth === 1 && isMarkAt(text, at);
    at = endOfString(text, at);
  }
  return { isOurs, hasMore: values > most };
}

function isMarkAt(text: string, at: number): boolean {
  mark.lastIndex = at;
  return mark.test(text);
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote;
  while (text[before - 1] === '\\') before--;
  return (quote - before) % 2 === 1;
}
