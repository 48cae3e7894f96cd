import type { Clock } from '../../kernel/clock.ts';
import type { Urls } from '../../kernel/urls.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { PageTokens } from '../../platform/http/page-tokens.ts';
import type { Exports } from '../../platform/limits/exports.ts';
import type { DeletedBadge } from '../badges/index.ts';
import type { DeleteCredentialDeliveries } from './erase-many.ts';

export type CredentialDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  cursors: PageTokens;
  exports: Exports;
  /** Stores BASE_URL with the first credential, because ids contain it. */
  keepBaseUrl: () => Promise<void>;
  /** Invalidates public documents of the credential. */
  changed: (credentialId: string) => Promise<void>;
  dropDeliveriesOf: DeleteCredentialDeliveries;
  /** Removes an address from files being imported. */
  forgetInImports: (trx: Trx, accountId: string, email: string) => Promise<void>;
  /** A badge marked as deleted, and possibly its issuer, was removed with its last credential. */
  dropped: (gone: DeletedBadge) => Promise<void>;
};
