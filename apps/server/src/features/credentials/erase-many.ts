import type { Trx } from '../../platform/db/index.ts';
import { setStatuses } from '../signing/index.ts';
import { eraseRows } from './erase-store.ts';

/**
 * All that is known of them goes but that they are erased; copies that people have are told as revoked. The caller holds
 * them.
 */
export async function eraseCredentials(trx: Trx, ids: string[], now: Date): Promise<void> {
  await setStatuses(trx, ids, now);
  await eraseRows(trx, ids, now);
}
