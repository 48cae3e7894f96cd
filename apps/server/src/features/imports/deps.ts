import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/page-tokens.ts';
import type { Urls } from '../../platform/urls.ts';

export type ImportDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  pages: PageTokens;
  /** Keeps BASE_URL from the first credential on, since its ids carry it. */
  keepBaseUrl: () => Promise<void>;
};
