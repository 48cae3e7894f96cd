import type { Trx } from '../../platform/db/index.ts';
import { deleteUnusedIssuerRow } from '../issuers/index.ts';
import { deleteUnusedBadgeRow } from './store.ts';

export type DeletedBadge = { badgeId: string; issuerId: string | undefined };

/**
 * Deletes a badge marked as deleted once no credential refers to it, and then its issuer likewise.
 * Locks each before counting, so that of two concurrent last deletions the second one notices.
 */
export async function deleteUnusedBadge(
  trx: Trx,
  badgeId: string,
): Promise<DeletedBadge | undefined> {
  const issuerId = await deleteUnusedBadgeRow(trx, badgeId);
  if (!issuerId) return undefined;
  return { badgeId, issuerId: (await deleteUnusedIssuerRow(trx, issuerId)) ? issuerId : undefined };
}
