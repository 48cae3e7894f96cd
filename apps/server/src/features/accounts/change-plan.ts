import type { Plan } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { setStoredPlan } from './operator-store.ts';

type Deps = { db: Database; clock: Clock; forgetKeys: () => Promise<void> };

/**
 * Takes effect at once. Existing items above a lower limit stay. Returns false for an unknown
 * account.
 */
export async function changeAccountPlan(
  { db, clock, forgetKeys }: Deps,
  accountId: string,
  plan: Plan,
): Promise<boolean> {
  const isFound = await db.write(async (trx) => {
    if (!(await setStoredPlan(trx, accountId, plan))) return false;
    const act = { action: 'changePlan', target: accountId, fields: { plan } } as const;
    await recordAction(trx, createOperatorActor(accountId), act, clock());
    return true;
  });
  if (isFound) await forgetKeys();
  return isFound;
}
