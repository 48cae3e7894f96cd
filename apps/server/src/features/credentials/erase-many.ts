import type { Trx } from '../../platform/db/index.ts';
import { dropMailsAbout } from '../../platform/mail/index.ts';
import { dropEventsOf } from '../events/index.ts';
import { setStatuses } from '../signing/index.ts';
import { eraseRows } from './erase-store.ts';

/** Deletes pending and past deliveries for these credentials. */
export type DropDeliveriesOf = (trx: Trx, credentialIds: string[]) => Promise<void>;

/** Erases locked credentials except for their ids, and revokes signed copies. */
export async function eraseCredentials(
  trx: Trx,
  ids: string[],
  now: Date,
  dropDeliveriesOf: DropDeliveriesOf,
): Promise<void> {
  await setStatuses(trx, ids, now);
  await eraseRows(trx, ids, now);
  await dropEventsOf(trx, ids);
  await dropDeliveriesOf(trx, ids);
  await dropMailsAbout(trx, ids);
}
