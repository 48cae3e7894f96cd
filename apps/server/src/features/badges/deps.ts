import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { DesignThread } from '../../platform/drawing/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { ChooseDesigns } from '../issuers/index.ts';

export type BadgeDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  drawer: DesignThread;
  cursors: PageTokens;
  /** Starts a job that gives issued credentials of the locked badge its current edition. */
  updateIssued: (trx: Trx, who: Caller, badge: { badgeId: string }, now: Date) => Promise<string>;
  /** Deletes claim codes of the locked badge, and the requests that wait for them. */
  deleteClaims: (trx: Trx, badgeId: string) => Promise<void>;
  chooseDesigns: ChooseDesigns;
  /** Invalidates public documents of the badge. */
  invalidateBadge: (badgeId: string) => Promise<void>;
};
