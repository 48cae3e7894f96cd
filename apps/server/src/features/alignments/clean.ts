/** Longer texts are cut before processing. */
const longest = 10_000;
const controls = /\p{Cc}+/gu;

export function oneLine(text: string): string {
  return begun(text).replaceAll(controls, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Keeps paragraphs. */
export function proseOf(text: string): string {
  return begun(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(oneLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function begun(text: string): string {
  return text.slice(0, longest).toWellFormed();
}

/** Cuts at the end of a word if one is near. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const some = text.slice(0, most - 1).toWellFormed();
  const end = some.lastIndexOf(' ');
  return `${(end > most / 2 ? some.slice(0, end) : some).trimEnd()}…`;
}
