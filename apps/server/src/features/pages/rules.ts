import { matchPathPrefix, pagePaths } from '@insignia/contract';

/** Truncates at the end of a word if possible. */
export function truncateAtWord(text: string, maxLength: number): string {
  const chars = [...text];
  if (chars.length <= maxLength) return text;
  const beginning = chars.slice(0, maxLength - 1).join('');
  const end = beginning.lastIndexOf(' ');
  return `${end > 0 ? beginning.slice(0, end) : beginning}…`;
}

/** Largest supported width within the requested limits (oEmbed 1.0 §2.2). */
export function fitEmbedSize(maxWidth: number | undefined, maxHeight: number | undefined) {
  return { width: Math.min(480, maxWidth ?? 480), height: Math.min(200, maxHeight ?? 200) };
}

/** Id in the URL of a credential's page on this service. */
export function parsePageUrlId(url: string, baseUrl: string): string | undefined {
  if (!url.startsWith(baseUrl)) return undefined;
  return matchPathPrefix(pagePaths.credential, url.slice(baseUrl.length))?.guid;
}
