import { matchStart, pagePaths } from '@insignia/contract';

/** The largest of the widths that a page may give, within what the asker allows (oEmbed 1.0 §2.2). */
export function embedSize(maxWidth: number | undefined, maxHeight: number | undefined) {
  return { width: Math.min(480, maxWidth ?? 480), height: Math.min(200, maxHeight ?? 200) };
}

/** The credential's id in the address of its page, of this service only. */
export function idInPageUrl(url: string, baseUrl: string): string | undefined {
  if (!url.startsWith(baseUrl)) return undefined;
  return matchStart(pagePaths.credential, url.slice(baseUrl.length))?.guid;
}
