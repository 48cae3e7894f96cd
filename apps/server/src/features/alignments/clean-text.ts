/** Longer texts are cut before processing. */
const MAX_TEXT_LENGTH = 10_000;
const controls = /\p{Cc}+/gu;

export function toOneLine(text: string): string {
  return takeStart(text).replaceAll(controls, ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Keeps paragraphs. */
export function cleanProse(text: string): string {
  return takeStart(text)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(toOneLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function takeStart(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

/** Cuts at the end of a word if one is near. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  const some = text.slice(0, most - 1).toWellFormed();
  const end = some.lastIndexOf(' ');
  return `${(end > most / 2 ? some.slice(0, end) : some).trimEnd()}…`;
}
