import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Cursors } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';
import type { MailKind } from '../../platform/mail/index.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { MailCap, StrangerCap } from '../accounts/index.ts';
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts';

export type SharingDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: Cursors;
  throttle: Throttle;
  /** All kinds of email an account may have. */
  mailKinds: MailKind[];
  tokens: UnsubscribeTokens;
  takeMails: MailCap;
  takeStranger: StrangerCap;
};
