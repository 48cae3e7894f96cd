import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageCaller } from '../access/index.ts';
import type { TakeStrangerMail } from '../accounts/index.ts';

export type MemberDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  takeStranger: TakeStrangerMail;
  /** Identifies the user of a page. */
  callerOf: PageCaller;
  /** Invalidates cached API keys. */
  forgetKeys: () => Promise<void>;
};
