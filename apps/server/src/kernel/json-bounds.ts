const deepest = 100;
/** Members of objects and items of lists, together. */
const most = 20_000;

const quote = 0x22;
const backslash = 0x5c;
const depthOf = new Int8Array(256);
const countOf = new Int8Array(256);
for (const char of Buffer.from('[{')) depthOf[char] = 1;
for (const char of Buffer.from(']}')) depthOf[char] = -1;
for (const char of Buffer.from('[{,')) countOf[char] = 1;

/**
 * What makes a JSON text too costly to be looked at, whatever it says: it may be small and yet nested so deeply that code
 * runs out of stack, or have so many members that each step over them holds others up. Undefined when it may be parsed.
 */
export function excessOf(json: Uint8Array): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === quote) at = endOfString(json, at);
    depth += depthOf[byte] as number;
    values += countOf[byte] as number;
    if (depth > deepest) return `must not be nested more than ${deepest} levels deep`;
    if (values > most) return `must have at most ${most} members and items`;
  }
  return undefined;
}

/** By the byte: most strings are short, so that a call for each costs more. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}
