import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Cursors } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Exports } from '../../platform/exports.ts';

export type ImportDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: Cursors;
  exports: Exports;
  /** Keeps BASE_URL from the first credential on, since its ids carry it. */
  keepBaseUrl: () => Promise<void>;
};
