import { pagePaths } from '@insignia/contract';
import type { CachedRead } from '../../../platform/http/index.ts';

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
