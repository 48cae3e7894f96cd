import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { Exports } from '../../platform/limits/exports.ts';

export type ImportDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: PageTokens;
  exports: Exports;
  /** Stores BASE_URL with the first credential, because ids contain it. */
  keepBaseUrl: () => Promise<void>;
};
