import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/page-tokens.ts';
import type { Urls } from '../../platform/urls.ts';
import type { MailCap, StrangerCap } from './cap.ts';

export type MailDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  pages: PageTokens;
  nudge: () => void;
  takeMails: MailCap;
  takeStranger: StrangerCap;
};
