import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { TakeStrangerMail } from '../accounts/index.ts';

export type IssuerDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  cursors: PageTokens;
  takeStranger: TakeStrangerMail;
  /** Invalidates the issuer's public document. */
  invalidateIssuer: (issuerId: string) => Promise<void>;
};
