import { randomBytes } from 'node:crypto';
import { emptyStatusList } from '@insignia/openbadges/v3';
import { newIdOf } from '../../kernel/id.ts';
import { announceWith } from '../../platform/changes.ts';
import { causesWork, type Database, type Trx } from '../../platform/db/index.ts';
import { entries, placeOf } from './places.ts';
import {
  accountOf,
  closeLists,
  givePlace,
  holdLists,
  insertList,
  setBits,
} from './status-store.ts';

/** Cache tag of all status lists. */
export const statusSource = 'status';
export const statusListSource = (id: string): string => `status/${id}`;

/** Sets the revocation bits of these credentials permanently. */
export async function setStatuses(trx: Trx, credentialIds: string[], now: Date): Promise<void> {
  const lists = await holdLists(trx, credentialIds);
  if (lists.length === 0) return;
  await setBits(trx, credentialIds, now);
  causesWork(trx, statusSource);
  await announceWith(trx, ...lists.map(statusListSource));
}

/** Once a database was restored: see `closeLists`. */
export const closeStatusLists = (db: Database | Trx): Promise<number> => closeLists(db, entries);

/** A place that no other credential has or had. It stays taken, whatever becomes of the caller. */
export async function takePlace(
  trx: Database | Trx,
  issuerId: string,
  now: Date,
): Promise<{ listId: string; index: number }> {
  for (;;) {
    const place = await givePlace(trx, issuerId, entries);
    if (place) return { listId: place.listId, index: placeOf(place.seed, place.nth) };
    const bits = Buffer.from(emptyStatusList());
    const id = newIdOf(await accountOf(trx, issuerId));
    await insertList(trx, { id, issuerId, seed: randomBytes(16), bits, entries, now });
  }
}
