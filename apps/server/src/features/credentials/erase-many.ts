import type { Trx } from '../../platform/db/index.ts';
import { deleteMailsAbout } from '../../platform/mail/index.ts';
import { deleteCredentialEvents } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import { eraseCredentialRows } from './erase-store.ts';

/** Deletes pending and past deliveries for these credentials. */
export type DeleteCredentialDeliveries = (trx: Trx, credentialIds: string[]) => Promise<void>;

/** Erases locked credentials except for their ids, and revokes signed copies. */
export async function eraseCredentials(
  trx: Trx,
  ids: string[],
  now: Date,
  dropDeliveriesOf: DeleteCredentialDeliveries,
): Promise<void> {
  await markRevokedInLists(trx, ids, now);
  await eraseCredentialRows(trx, ids, now);
  await deleteCredentialEvents(trx, ids);
  await dropDeliveriesOf(trx, ids);
  await deleteMailsAbout(trx, ids);
}
