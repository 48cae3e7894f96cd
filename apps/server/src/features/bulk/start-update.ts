import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import {
  type EditionSource,
  insertBulkJob,
  insertOutdated,
  lockIssuerBadges,
  readNewEdition,
  setBulkTotal,
  updateKind,
} from './store.ts';

/**
 * Accepts a job that gives the unrevoked credentials of a badge or an issuer its current edition.
 * The caller has locked the badge or issuer.
 */
export async function startUpdateJob(
  trx: Trx,
  who: Caller,
  source: EditionSource,
  now: Date,
): Promise<string> {
  const { accountId, personId, keyId = null } = who;
  const id = newId();
  if ('issuerId' in source) await lockIssuerBadges(trx, source.issuerId);
  const edition = await readNewEdition(trx, source);
  const job = { id, accountId, personId, keyId, reason: '', skipsEmailed: false, now };
  await insertBulkJob(trx, { ...job, action: 'update', state: undefined, edition });
  const found = await insertOutdated(trx, { id, accountId }, source, edition);
  await setBulkTotal(trx, id, found);
  await enqueue(trx, updateKind, { jobId: id }, { accountId });
  return id;
}
