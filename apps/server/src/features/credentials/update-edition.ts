import type { Trx } from '../../platform/db/index.ts';
import type { EventCause } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import { deleteSignedEntries, setEdition } from './edition-store.ts';
import { announceCredentials } from './invalidate.ts';

/** The version of the badge or of the issuer that credentials get. */
export type NewEdition = { badgeVersion: number } | { issuerVersion: number };

/**
 * Gives locked credentials a newer edition. Revoked ones, and those that have it or a later one,
 * stay. Signed copies of the earlier edition become revoked, and the next copy gets an entry of its
 * own. Returns the ids that changed.
 */
export async function updateEditions(
  trx: Trx,
  edition: NewEdition,
  { by, now }: { by: EventCause; now: Date },
  ids: string[],
): Promise<string[]> {
  const changed = await setEdition(trx, edition, { by, now }, ids);
  if (changed.length === 0) return changed;
  await markRevokedInLists(trx, changed, now);
  await deleteSignedEntries(trx, changed);
  await announceCredentials(trx, changed);
  return changed;
}
