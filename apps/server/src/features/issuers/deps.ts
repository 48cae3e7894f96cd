import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { PageTokens } from '../../platform/page-tokens.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Urls } from '../../platform/urls.ts';

export type IssuerDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  pages: PageTokens;
  throttle: Throttle;
  nudge: () => void;
  /** The public document of this issuer has changed. */
  changed: (issuerId: string) => Promise<void>;
};
