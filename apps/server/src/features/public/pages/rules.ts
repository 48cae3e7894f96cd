/** Truncates at the end of a word if possible. */
export function truncateAtWord(text: string, most: number): string {
  const chars = [...text];
  if (chars.length <= most) return text;
  const kept = chars.slice(0, most - 1).join('');
  const end = kept.lastIndexOf(' ');
  return `${end > 0 ? kept.slice(0, end) : kept}…`;
}
