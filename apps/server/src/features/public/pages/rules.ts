/** At most so many characters, at a word's end where there is one. */
export function cut(text: string, most: number): string {
  const chars = [...text];
  if (chars.length <= most) return text;
  const kept = chars.slice(0, most - 1).join('');
  const end = kept.lastIndexOf(' ');
  return `${end > 0 ? kept.slice(0, end) : kept}…`;
}
