import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { recordAct } from '../audit/index.ts';
import type { BadgeDeps } from './deps.ts';
import { decideDelete } from './rules.ts';
import { badgeLocked, countCredentials, deleteBadgeRow, hideBadgeRow } from './store.ts';

export async function deleteBadge(
  { db, clock, changed }: BadgeDeps,
  who: Caller,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const badge = await badgeLocked(trx, who.accountId, id);
    if (!badge) throw new Problem('badge_not_found');
    const decision = decideDelete(await countCredentials(trx, id));
    if ('refuse' in decision) throw new Problem(decision.refuse);
    await recordAct(trx, who, { action: 'deleteBadge', target: id, name: badge.name }, clock());
    if (decision.hide) await hideBadgeRow(trx, id, clock());
    else await deleteBadgeRow(trx, id);
  });
  await changed(id);
}
