import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import type { CredentialDeps } from './deps.ts';
import { dropUnusedBadge, eraseCredential } from './erase-store.ts';

/** Nothing of the recipient stays; the id stays known as erased, so that its addresses can say so. */
export async function erase(
  { db, clock, changed, dropped, forgetInImports }: CredentialDeps,
  who: Caller,
  id: string,
): Promise<void> {
  const gone = await db.transaction().execute(async (trx) => {
    const erased = await eraseCredential(trx, who.accountId, id, clock());
    if (!erased) throw new Problem('credential_not_found');
    await forgetInImports(trx, who.accountId, erased.email);
    const unused = await dropUnusedBadge(trx, erased.badgeId);
    await recordAct(trx, who, { action: 'deleteAward', target: id }, clock());
    return unused;
  });
  await changed(id);
  if (gone) await dropped(gone);
}
