import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { type EventCause, recordCredentialEvents } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import {
  type CorrectableCredential,
  type Correction,
  type CorrectionCause,
  filterChangedContent,
  type NewEdition,
  setEdition,
  storeCorrections,
} from './correct-store.ts';
import { announceCredentials } from './invalidate.ts';

/**
 * Gives locked credentials a newer edition. Revoked credentials don't change, nor do those that
 * already have it or a later one. Signed copies with other content become revoked, and the next copy
 * gets an entry of its own. Copies stay valid if only the look changed. Returns the ids that changed.
 */
export async function updateEditions(
  trx: Trx,
  edition: NewEdition,
  { by, now }: { by: EventCause; now: Date },
  ids: string[],
): Promise<string[]> {
  const changed = await setEdition(trx, edition, { by, now }, ids);
  if (changed.length === 0) return changed;
  const outdated = await filterChangedContent(trx, changed);
  if (outdated.length > 0) {
    await markRevokedInLists(trx, outdated, now);
    await deleteSignedEntries(trx, outdated);
  }
  await announceCredentials(trx, changed);
  return changed;
}

/**
 * Signed copies get another place in a status list when they are next requested. Copies in wallets are
 * revoked now, and the next recipient may be someone else.
 */
async function deleteSignedEntries(trx: Trx, credentialIds: string[]): Promise<void> {
  await sql`delete from wallet_copies where credential_id = any(${credentialIds}::uuid[])`.execute(
    trx,
  );
  await sql`delete from signed_credentials where credential_id = any(${credentialIds}::uuid[])`.execute(
    trx,
  );
}

/**
 * Gives locked credentials their next edition. Signed copies of the earlier one become revoked, and
 * the next copy gets an entry of its own. The caller has left out revoked credentials and those
 * without changes.
 */
export async function correctMany(
  trx: Trx,
  { accountId, ...cause }: CorrectionCause & { accountId: string },
  corrections: (Pick<CorrectableCredential, 'id' | 'badgeName'> & Correction)[],
): Promise<void> {
  if (corrections.length === 0) return;
  const { by, now, reason } = cause;
  const ids = corrections.map(({ id }) => id);
  await storeCorrections(trx, corrections, cause);
  await markRevokedInLists(trx, ids, now);
  await deleteSignedEntries(trx, ids);
  await announceCredentials(trx, ids);
  const events = corrections.map(({ id, badgeName, after: { name, email }, changes }) => {
    const fields = changes.map(({ field }) => field);
    const data = { recipient: { name, email }, badgeName, fields, reason: reason ?? '' };
    return { credentialId: id, event: { type: 'credential.corrected', data } as const };
  });
  await recordCredentialEvents(trx, events, { accountId, by, now });
}
