import { pagePaths } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import { pagesCacheTag } from '../../platform/cdn/index.ts';
import type { Database, FreshReader } from '../../platform/db/index.ts';
import {
  type CachedRead,
  type PreparedResponse,
  prepareResponse,
  type ResponseCache,
} from '../../platform/http/index.ts';

export type PageDeps = {
  fresh: FreshReader<Database>;
  urls: Urls;
  clock: Clock;
  cache: ResponseCache;
};

/** Cache keys of public pages. */
export const pageKeys = {
  credential: (id: string): string => `page ${id}`,
  embed: (id: string): string => `embed ${id}`,
  badge: (id: string): string => `badge page ${id}`,
  issuer: (id: string): string => `issuer page ${id}`,
} as const;

/** Cached reads of pages. The routes render pages that aren't in the cache. */
export const pageReads: CachedRead[] = (['credential', 'embed', 'badge', 'issuer'] as const).map(
  (page) => ({
    ...{ document: `${page}_page`, route: pagePaths[page], keyOf: pageKeys[page] },
    isPage: true,
  }),
);

/**
 * Prepares a page with its policy. The status must be current, so clients always revalidate. Pages
 * are the same for everyone, and other sites' verifiers may read them.
 */
export function preparePage(
  html: string,
  policy: string[],
  cacheTags: string[],
  freshFor?: number,
): PreparedResponse {
  return prepareResponse({
    ...{ type: 'text/html; charset=utf-8', body: html, cache: 'no-cache' },
    headers: [...policy, 'access-control-allow-origin', '*'],
    ...{ cacheTags: [...cacheTags, pagesCacheTag], freshFor },
  });
}
