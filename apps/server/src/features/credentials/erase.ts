import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import { deleteUnusedBadge } from '../badges/index.ts';
import type { CredentialDeps } from './deps.ts';
import { eraseCredentials } from './erase-many.ts';
import { lockCredentialToErase } from './erase-store.ts';

/** Erases all personal data. The id stays known, so that its URLs respond with 410. */
export async function eraseCredential(
  { db, clock, changed, dropped, dropDeliveriesOf, forgetInImports }: CredentialDeps,
  who: Caller,
  id: string,
): Promise<void> {
  const gone = await db.write(async (trx) => {
    const held = await lockCredentialToErase(trx, who.accountId, id);
    if (!held) throw new Problem('credential_not_found');
    // First, because it may wait for an import, and the day's counter must not stay locked
    // meanwhile.
    await forgetInImports(trx, who.accountId, held.email);
    await eraseCredentials(trx, [id], clock(), dropDeliveriesOf);
    const unused = await deleteUnusedBadge(trx, held.badgeId);
    await recordAction(trx, who, { action: 'deleteAward', target: id }, clock());
    return unused;
  });
  await changed(id);
  if (gone) await dropped(gone);
}
