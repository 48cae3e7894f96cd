import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Exports } from '../../platform/exports.ts';
import type { ImageStore } from '../../platform/images/index.ts';

export type AccountDeps = {
  db: Database;
  clock: Clock;
  images: ImageStore;
  exports: Exports;
  /** Where mails are files, for want of a mail server. */
  mailFolder: string | undefined;
  /** Keys and public documents of all kinds have changed. */
  forgetAll: () => Promise<void>;
};
