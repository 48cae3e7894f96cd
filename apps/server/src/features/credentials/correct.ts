import type { Trx } from '../../platform/db/index.ts';
import { recordEventOfEach } from '../events/index.ts';
import { markRevokedInLists } from '../signing/index.ts';
import {
  type CorrectableCredential,
  type Correction,
  type CorrectionCause,
  storeCorrections,
} from './correct-store.ts';
import { deleteSignedEntries } from './edition-store.ts';
import { announceCredentials } from './invalidate.ts';

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
  await recordEventOfEach(trx, events, { accountId, by, now });
}
