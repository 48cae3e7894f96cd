import { getAward, matchStart, pagePaths, pathMaker, publicAward } from '@insignia/contract';
import { type DocumentKind, documentAt } from '../documents/rules.ts';

const assertionPath = pathMaker(publicAward.path);

/** Which of our own documents an address is: those under BASE_URL are read inside. */
export function ownDocument(
  url: string,
  baseUrl: string,
): { kind: DocumentKind; guid: string } | undefined {
  return isOwn(url, baseUrl) ? documentAt(url.slice(baseUrl.length)) : undefined;
}

export function isOwn(url: string, baseUrl: string): boolean {
  return url === baseUrl || url.startsWith(`${baseUrl}/`);
}

/** People paste what they see: the page's address, or a file's. The assertion's is meant. */
export function assertionUrl(url: string, baseUrl: string): string {
  if (!isOwn(url, baseUrl)) return url;
  const path = url.slice(baseUrl.length);
  const guid =
    matchStart(pagePaths.credential, path)?.guid ?? matchStart(getAward.path, path)?.awardId;
  return guid ? baseUrl + assertionPath(guid) : url;
}
