import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import { setRequiresSecondFactor } from './store.ts';

/** Owners need a second factor before they require one, or they would lock themselves out. */
export async function requireSecondFactor(
  { db, clock }: { db: Database; clock: Clock },
  who: Caller,
  isRequired: boolean,
): Promise<void> {
  if (isRequired && !who.hasSecondFactor) throw new Problem('second_factor_required');
  const { accountId } = who;
  await db.write(async (trx) => {
    await setRequiresSecondFactor(trx, accountId, isRequired);
    const fields = { requireSecondFactor: isRequired };
    const act = { action: 'updateAccountSecurity', target: accountId, fields } as const;
    await recordAction(trx, who, act, clock());
  });
}
