import type { Plan } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { insertAccount, setAccountName, setStoredPlan } from './store.ts';
import { periodStart } from './usage-period.ts';

/** Creates an account without members and returns its id. */
export async function createEmptyAccount(
  trx: Trx,
  name: string,
  plan: string,
  now: Date,
): Promise<string> {
  const id = newId();
  await insertAccount(trx, { id, name, plan }, now, periodStart(now, now));
  return id;
}

type ChangeDeps = { db: Database; clock: Clock };

export async function renameAccount(
  { db, clock }: ChangeDeps,
  who: Caller,
  name: string,
): Promise<void> {
  const { accountId } = who;
  await db.write(async (trx) => {
    await setAccountName(trx, accountId, name);
    const act = { action: 'updateAccount', target: accountId, fields: { name } } as const;
    await recordAction(trx, who, act, clock());
  });
}

/**
 * Takes effect immediately. Existing items above a lower limit stay. Returns false for an unknown
 * account.
 */
export async function changeAccountPlan(
  { db, clock, invalidateKeys }: ChangeDeps & { invalidateKeys: () => Promise<void> },
  accountId: string,
  plan: Plan,
): Promise<boolean> {
  const isFound = await db.write(async (trx) => {
    if (!(await setStoredPlan(trx, accountId, plan))) return false;
    const act = { action: 'changePlan', target: accountId, fields: { plan } } as const;
    await recordAction(trx, createOperatorActor(accountId), act, clock());
    return true;
  });
  if (isFound) await invalidateKeys();
  return isFound;
}
