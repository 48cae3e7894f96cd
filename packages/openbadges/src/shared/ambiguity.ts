/** Names of the open object's members; undefined in an array. */
type Names = Set<string> | undefined;

/** Deeper nesting isn't checked, so nothing is known to be unique there. */
const deepest = 1_000;
/** Strings and punctuation. Matching takes linear time. */
const parts = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/gs;

/**
 * Reason why readers may understand a JSON text differently: duplicate members (RFC 7493 §2.3, RFC
 * 7519 §4) or lone surrogates (RFC 7493 §2.1). Undefined if unambiguous.
 */
export function findAmbiguity(json: string): string | undefined {
  const open: Names[] = [];
  let isName = false;
  for (const [part] of json.matchAll(parts)) {
    const fault = part.startsWith('"') ? faultOf(part, isName ? open.at(-1) : undefined) : '';
    if (fault) return fault;
    step(open, part);
    if (open.length > deepest) return 'is nested too deeply';
    isName = part === '{' || (part === ',' && open.at(-1) !== undefined);
  }
  return undefined;
}

function step(open: Names[], part: string): void {
  if (part === '{') open.push(new Set());
  else if (part === '[') open.push(undefined);
  else if (part === '}' || part === ']') open.pop();
}

function faultOf(written: string, names: Names): string | undefined {
  const text: string = written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
  if (!text.isWellFormed()) return 'isn’t well-formed Unicode';
  if (names?.has(text)) return `repeats the member “${text.slice(0, 40).toWellFormed()}”`;
  names?.add(text);
  return undefined;
}
