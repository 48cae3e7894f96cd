import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Cursors } from '../../platform/cursors.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { StrangerCap } from '../accounts/index.ts';

export type IssuerDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  images: ImageStore;
  cursors: Cursors;
  takeStranger: StrangerCap;
  /** Invalidates the issuer's public document. */
  changed: (issuerId: string) => Promise<void>;
};
