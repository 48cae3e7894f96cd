import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Cursors } from '../../platform/cursors.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Exports } from '../../platform/exports.ts';
import type { Dropped } from '../badges/index.ts';
import type { DropDeliveriesOf } from './erase-many.ts';

export type CredentialDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: Cursors;
  exports: Exports;
  /** Characters that a recipient's name has at least. */
  recipientNameMin: number;
  /** Keeps BASE_URL from the first credential on, since its ids carry it. */
  keepBaseUrl: () => Promise<void>;
  /** The public documents of this credential have changed. */
  changed: (credentialId: string) => Promise<void>;
  dropDeliveriesOf: DropDeliveriesOf;
  /** Takes an address out of files that are being issued. */
  forgetInImports: (trx: Trx, accountId: string, email: string) => Promise<void>;
  /** A deleted badge, and perhaps its deleted issuer, went with its last credential. */
  dropped: (gone: Dropped) => Promise<void>;
};
