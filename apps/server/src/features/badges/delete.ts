import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAction } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { decideDelete } from './rules.ts';
import { countBadgeCredentials, deleteBadgeRow, hideBadgeRow, lockBadge } from './store.ts';

export async function deleteBadge(
  { db, clock, changed }: BadgeDeps,
  who: Caller,
  id: string,
): Promise<void> {
  await db.write(async (trx) => {
    const badge = await lockBadge(trx, who.accountId, id);
    if (!badge) throw new Problem('badge_not_found');
    const decision = decideDelete(await countBadgeCredentials(trx, id));
    if ('refuse' in decision) throw new Problem(decision.refuse);
    await recordAction(trx, who, { action: 'deleteBadge', target: id, name: badge.name }, clock());
    if (decision.hide) await hideBadgeRow(trx, id, clock());
    else await deleteBadgeRow(trx, id);
  });
  await changed(id);
}
