import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import { deleteUnusedIssuerRow } from '../issuers/index.ts';
import type { BadgeDeps } from './deps.ts';
import { decideDelete } from './rules.ts';
import {
  countBadgeCredentials,
  deleteBadgeRow,
  deleteUnusedBadgeRow,
  hideBadgeRow,
  lockBadge,
} from './store.ts';

type DeleteDeps = Pick<BadgeDeps, 'db' | 'clock' | 'deleteClaims' | 'invalidateBadge'>;

export async function deleteBadge(
  { db, clock, deleteClaims, invalidateBadge }: DeleteDeps,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    const badge = await lockBadge(trx, who.accountId, id);
    if (!badge) throw new Problem('badge_not_found');
    const decision = decideDelete(await countBadgeCredentials(trx, id));
    if ('refuse' in decision) throw new Problem(decision.refuse);
    await recordAction(trx, who, { action: 'deleteBadge', target: id, name: badge.name }, clock());
    await deleteClaims(trx, id);
    if (decision.hide) await hideBadgeRow(trx, id, clock());
    else await deleteBadgeRow(trx, id);
  });
  await invalidateBadge(id);
}

export type DeletedBadge = { badgeId: string; issuerId: string | undefined };

/**
 * Deletes a badge marked as deleted once no credential refers to it, and then its issuer in the
 * same way. Locks each before counting, so that the second of two concurrent last deletions
 * notices.
 */
export async function deleteUnusedBadge(
  trx: Trx,
  badgeId: string,
): Promise<DeletedBadge | undefined> {
  const issuerId = await deleteUnusedBadgeRow(trx, badgeId);
  if (!issuerId) return undefined;
  return { badgeId, issuerId: (await deleteUnusedIssuerRow(trx, issuerId)) ? issuerId : undefined };
}
