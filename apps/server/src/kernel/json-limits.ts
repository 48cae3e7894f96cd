const MAX_DEPTH = 100;
/** Object members and array items together. */
const MAX_VALUES = 20_000;

const quote = 0x22;
const backslash = 0x5c;
const depthSteps = new Int8Array(256);
const countSteps = new Int8Array(256);
for (const char of Buffer.from('[{')) depthSteps[char] = 1;
for (const char of Buffer.from(']}')) depthSteps[char] = -1;
for (const char of Buffer.from('[{,')) countSteps[char] = 1;

/**
 * Reason why a JSON text is too expensive to parse: nested too deeply, or with too many members.
 * Undefined if it may be parsed.
 */
export function findJsonExcess(json: Buffer, maxValues = MAX_VALUES): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === quote) at = endOfString(json, at);
    depth += depthSteps[byte] as number;
    values += countSteps[byte] as number;
    if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
    if (values > maxValues) return `must have at most ${maxValues} members and items`;
  }
  return undefined;
}

/** Bytes to scan one by one before a native search pays off. */
const short = 64;

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  let searchFrom = at + short;
  while (at < json.length && json[at] !== quote) {
    at += json[at] === backslash ? 2 : 1;
    if (at < searchFrom) continue;
    at = searchQuote(json, at);
    searchFrom = at + short;
  }
  return Math.min(at, json.length);
}

/** Position of the next quotation mark, or the one after it if it is escaped. */
function searchQuote(json: Buffer, from: number): number {
  const end = json.indexOf(quote, from);
  if (end === -1) return json.length;
  return isEscaped(json, from, end) ? end + 1 : end;
}

function isEscaped(json: Buffer, from: number, quoteAt: number): boolean {
  let before = quoteAt;
  while (before > from && json[before - 1] === backslash) before--;
  return (quoteAt - before) % 2 === 1;
}
