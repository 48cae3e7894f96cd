import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import type { CredentialDeps } from './deps.ts';
import { dropUnusedBadge, eraseCredential } from './life-store.ts';

/** Nothing of the recipient stays; the id stays known as erased, so that its addresses can say so. */
export async function erase(
  { db, clock, changed }: CredentialDeps,
  who: Caller,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const badgeId = await eraseCredential(trx, who.accountId, id, clock());
    if (!badgeId) throw new Problem('credential_not_found');
    await dropUnusedBadge(trx, badgeId);
    await recordAct(trx, who, { action: 'deleteAward', target: id }, clock());
  });
  await changed(id);
}
