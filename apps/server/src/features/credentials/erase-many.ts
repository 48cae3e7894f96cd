import type { Trx } from '../../platform/db/index.ts';
import { dropMailsAbout } from '../../platform/mail/index.ts';
import { dropEventsOf } from '../events/index.ts';
import { setStatuses } from '../signing/index.ts';
import { eraseRows } from './erase-store.ts';

/** Drops what was and what is still to be told to webhooks of these credentials. */
export type DropDeliveriesOf = (trx: Trx, credentialIds: string[]) => Promise<void>;

/**
 * All that is known of them goes but that they are erased; copies that people have are told as revoked. The caller holds
 * them.
 */
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
