import { pagePaths } from '@insignia/contract';

/** Of an address that somebody typed: with a scheme, without a path that leads to a page of it. */
export function serviceUrl(text: string): string | undefined {
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  const page = url.pathname.indexOf(pagePaths.dashboard);
  const path = page === -1 ? url.pathname : url.pathname.slice(0, page);
  return url.origin + (path.endsWith('/') ? path.slice(0, -1) : path);
}

/** Control characters of foreign text would reach the terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ');
}
