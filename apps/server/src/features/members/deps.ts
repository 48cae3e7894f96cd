import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Urls } from '../../platform/urls.ts';

export type MemberDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  /** What keys may do has changed. */
  forgetKeys: () => Promise<void>;
  nudge: () => void;
};
