import type { OperatorAct } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { operatorOf, recordAct } from '../audit/index.ts';
import { endOtherSessions } from '../people/index.ts';
import { holdPerson, membershipsOf, setStatus } from './store.ts';

type Deps = { db: Database; clock: Clock; forgetKeys: () => Promise<void> };

/**
 * From now on nobody gets in as this person: their sessions end, and memberships, by which keys and tokens of every kind are
 * judged, say so. Answers in how many accounts; 0 when they were disabled before.
 */
export function disablePerson(deps: Deps, personId: string): Promise<number> {
  return change(deps, personId, 'disabled', 'disablePerson');
}

/** As it was before, keys too; they sign in anew. */
export function enablePerson(deps: Deps, personId: string): Promise<number> {
  return change(deps, personId, 'active', 'enablePerson');
}

/** Whoever administers an account with this person in it sees that the operator let them choose a new password. */
export async function recordPasswordLink(trx: Trx, personId: string, now: Date): Promise<void> {
  for (const { memberId, accountId } of await membershipsOf(trx, personId)) {
    const act = { action: 'sendPasswordLink', target: memberId } as const;
    await recordAct(trx, operatorOf(accountId), act, now);
  }
}

async function change(
  { db, clock, forgetKeys }: Deps,
  personId: string,
  status: 'active' | 'disabled',
  action: OperatorAct,
): Promise<number> {
  const changed = await db.transaction().execute(async (trx) => {
    await holdPerson(trx, personId);
    const memberships = await setStatus(trx, personId, status);
    for (const { memberId, accountId } of memberships)
      await recordAct(trx, operatorOf(accountId), { action, target: memberId }, clock());
    // A sign-in that was on its way when they were disabled may have left one; it must not come back to life either.
    if (status === 'disabled' || memberships.length > 0)
      await endOtherSessions(trx, personId, undefined);
    return memberships.length;
  });
  await forgetKeys();
  return changed;
}
