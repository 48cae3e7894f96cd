import type { Trx } from '../../platform/db/index.ts';
import { deleteUnusedIssuerRow } from '../issuers/index.ts';
import { deleteUnusedBadgeRow } from './store.ts';

export type Dropped = { badgeId: string; issuerId: string | undefined };

/**
 * A deleted badge stays only while a credential refers to it, and a deleted issuer while such a badge does. Each is held
 * before anything is counted, so that of two who take the last ones away at once the second sees it.
 */
export async function dropUnusedBadge(trx: Trx, badgeId: string): Promise<Dropped | undefined> {
  const issuerId = await deleteUnusedBadgeRow(trx, badgeId);
  if (!issuerId) return undefined;
  return { badgeId, issuerId: (await deleteUnusedIssuerRow(trx, issuerId)) ? issuerId : undefined };
}
