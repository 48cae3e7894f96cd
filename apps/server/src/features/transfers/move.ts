import type { ErrorCode } from '@insignia/contract';
import type { Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import { cacheTag } from '../published/index.ts';
import {
  checkReferences,
  lockIssuerBadges,
  lockMoveIns,
  type Move,
  moveBadgeRows,
  moveCredentialBatch,
  moveIssuerRows,
} from './move-store.ts';
import { findMoveRefusal } from './rules.ts';
import { readMoveObstacles } from './store.ts';

/**
 * Moves a locked issuer with everything about it to another account, or returns why it can't move.
 * One transaction, so that nobody ever sees half of an issuer in each account.
 */
export async function moveIssuerRowsTo(
  trx: Trx,
  move: Move,
  stopping: AbortSignal,
): Promise<ErrorCode | undefined> {
  const { issuerId, from } = move;
  const badges = await lockIssuerBadges(trx, issuerId);
  await lockMoveIns(trx, issuerId);
  const refusal = findMoveRefusal(await readMoveObstacles(trx, issuerId, from));
  if (refusal) return refusal;
  await moveIssuerRows(trx, move);
  for (const badgeId of badges) {
    await moveBadgeRows(trx, move, badgeId);
    let before: string | undefined;
    do {
      if (stopping.aborted) throw new Error('the service is stopping');
      before = await moveCredentialBatch(trx, move, badgeId, before);
    } while (before !== undefined);
    await checkReferences(trx);
  }
  await invalidateOnCommit(trx, cacheTag.account(from), cacheTag.issuer(issuerId));
  return undefined;
}
