import { pagePaths } from '@insignia/contract';

/** Normalizes a typed address: adds the scheme, drops the path of a page. */
export function parseServiceUrl(text: string): string | undefined {
  const url = parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const page = url.pathname.indexOf(pagePaths.dashboard);
  const path = page === -1 ? url.pathname : url.pathname.slice(0, page);
  return url.origin + (path.endsWith('/') ? path.slice(0, -1) : path);
}

/** Like `URL.parse`, which the oldest supported Node lacks. */
export const parseUrl = (text: string): URL | undefined =>
  URL.canParse(text) ? new URL(text) : undefined;

/** Removes control characters: foreign text must not control the terminal. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}

/** "1 image", "2 images". */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
