import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { Sealer } from '../../platform/secrets/index.ts';

export type WebhookDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: PageTokens;
  sealer: Sealer;
  /** Reason why a URL can't be registered. */
  refuseUrl: (url: string) => string | undefined;
};
