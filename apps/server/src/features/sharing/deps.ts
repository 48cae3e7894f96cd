import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import type { MailKind } from '../../platform/mail/index.ts';
import type { TakeMails, TakeStrangerMail } from '../accounts/index.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

export type SharingDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: PageTokens;
  throttle: Throttle;
  /** All kinds of email an account may have. */
  mailKinds: MailKind[];
  tokens: UnsubscribeTokens;
  takeMails: TakeMails;
  takeStranger: TakeStrangerMail;
};
