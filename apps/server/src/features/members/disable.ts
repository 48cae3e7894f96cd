import type { OperatorAct } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { operatorOf, recordAct } from '../audit/index.ts';
import { endOtherSessions } from '../people/index.ts';
import { holdPerson, membershipsOf, setStatus } from './store.ts';

type Deps = { db: Database; clock: Clock; forgetKeys: () => Promise<void> };

/**
 * Blocks a user: sessions end, and memberships, which authorize keys and tokens, are disabled.
 * Returns the number of accounts; 0 if already disabled.
 */
export function disablePerson(deps: Deps, personId: string): Promise<number> {
  return change(deps, personId, 'disabled', 'disablePerson');
}

/** Restores access, including keys. The user signs in again. */
export function enablePerson(deps: Deps, personId: string): Promise<number> {
  return change(deps, personId, 'active', 'enablePerson');
}

/**
 * Records for the admins of the user's accounts that the operator let them choose a new password.
 */
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
    // A sign-in in progress when the user was disabled may have left a session, which must not
    // become valid again.
    if (status === 'disabled' || memberships.length > 0)
      await endOtherSessions(trx, personId, undefined);
    return memberships.length;
  });
  await forgetKeys();
  return changed;
}
