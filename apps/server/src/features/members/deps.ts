import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Urls } from '../../platform/urls.ts';
import type { KeyCache } from '../accounts/index.ts';

export type MemberDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  throttle: Throttle;
  cache: KeyCache;
  nudge: () => void;
};
