/** The names that an open object has so far; nothing of a list. */
type Names = Set<string> | undefined;

/** What goes as deep is not looked through, so nothing is said to be there once. */
const deepest = 1_000;
/** Texts, and what stands between them. Each text has its end, but what is looked for again and again costs no more than its length. */
const parts = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\],]/gs;

/**
 * Why a text, which is JSON, does not say the same to all who read it: of a member that is there twice some take the first and some the
 * last (RFC 7493 §2.3, RFC 7519 §4), and half a surrogate is made something else (RFC 7493 §2.1). Undefined where it does.
 */
export function ambiguityOf(json: string): string | undefined {
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
  if (!text.isWellFormed()) return 'is not well-formed Unicode';
  if (names?.has(text)) return `says “${text.slice(0, 40).toWellFormed()}” twice in one place`;
  names?.add(text);
  return undefined;
}
