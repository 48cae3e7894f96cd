import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { DesignThread } from '../../platform/drawing/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { ImageStore } from '../../platform/images/index.ts';

export type BadgeDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  drawer: DesignThread;
  cursors: PageTokens;
  /** Invalidates public documents of the badge. */
  invalidateBadge: (badgeId: string) => Promise<void>;
};
