import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { ImageStore } from '../../platform/images/index.ts';
import type { Exports } from '../../platform/limits/exports.ts';

export type AccountDeps = {
  db: Database;
  clock: Clock;
  images: ImageStore;
  exports: Exports;
  /** Folder for emails if there is no mail server. */
  mailFolder: string | undefined;
  /** Invalidates API keys and public documents. */
  forgetAll: () => Promise<void>;
};
