/** Whether a text, were it JSON, would have more members and items than `most`. */
export function hasMoreValues(text: string, most: number): boolean {
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === '[' || char === '{' || char === ',') values++;
    if (values > most) return true;
  }
  return false;
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
