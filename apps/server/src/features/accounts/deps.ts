import type { Config } from '../../config/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { Urls } from '../../platform/urls.ts';
import type { Auth } from './auth.ts';

export type AccountDeps = {
  db: Database;
  auth: Auth;
  urls: Urls;
  throttle: Throttle;
  clock: Clock;
  signUp: Config['signUp'];
  defaultPlan: Config['defaultPlan'];
  /** In every account that the person belongs to. */
  revokeKeysOf: (trx: Trx, personId: string) => Promise<void>;
  /** What keys may do has changed. */
  forgetKeys: () => Promise<void>;
  /** There is mail to send. */
  nudge: () => void;
};
