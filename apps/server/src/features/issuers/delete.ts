import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import type { IssuerDeps } from './deps.ts';
import { countBadges, deleteIssuerRow, hideIssuerRow, lockIssuer } from './store.ts';

/**
 * Only listed badges block it (interface specification §7). A deleted badge needed by a revoked
 * credential keeps the public profile.
 */
export async function deleteIssuer(
  { db, clock, invalidateIssuer }: Pick<IssuerDeps, 'db' | 'clock' | 'invalidateIssuer'>,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    const issuer = await lockIssuer(trx, id);
    if (issuer?.accountId !== who.accountId) throw new Problem('issuer_not_found');
    const { listed, kept } = await countBadges(trx, id);
    if (listed > 0)
      throw new Problem('issuer_has_badges', {
        text: `issuer has ${listed} badge(s) linked: delete the badges first`,
      });
    await recordAction(
      trx,
      who,
      { action: 'deleteIssuer', target: id, name: issuer.name },
      clock(),
    );
    if (kept > 0) await hideIssuerRow(trx, id, clock());
    else await deleteIssuerRow(trx, id);
  });
  await invalidateIssuer(id);
}
