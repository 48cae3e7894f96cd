import type { OperatorAction } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { createOperatorActor, recordAction } from '../audit/index.ts';
import { endOtherSessions } from '../people/index.ts';
import { lockMemberships, lockUser, setMemberStatus } from './store.ts';

type Deps = { db: Database; clock: Clock; forgetKeys: () => Promise<void> };

/**
 * Blocks a user: sessions end, and memberships, which authorize keys and tokens, are disabled.
 * Returns the number of accounts; 0 if already disabled.
 */
export function disableUser(deps: Deps, personId: string): Promise<number> {
  return changeUserStatus(deps, personId, 'disabled', 'disablePerson');
}

/** Restores access, including keys. The user signs in again. */
export function enableUser(deps: Deps, personId: string): Promise<number> {
  return changeUserStatus(deps, personId, 'active', 'enablePerson');
}

/**
 * Records for the admins of the user's accounts that the operator let them choose a new password.
 */
export async function recordPasswordLink(trx: Trx, personId: string, now: Date): Promise<void> {
  for (const { memberId, accountId } of await lockMemberships(trx, personId)) {
    const act = { action: 'sendPasswordLink', target: memberId } as const;
    await recordAction(trx, createOperatorActor(accountId), act, now);
  }
}

async function changeUserStatus(
  { db, clock, forgetKeys }: Deps,
  personId: string,
  status: 'active' | 'disabled',
  action: OperatorAction,
): Promise<number> {
  const changed = await db.write(async (trx) => {
    await lockUser(trx, personId);
    const memberships = await setMemberStatus(trx, personId, status);
    for (const { memberId, accountId } of memberships)
      await recordAction(
        trx,
        createOperatorActor(accountId),
        { action, target: memberId },
        clock(),
      );
    // A sign-in in progress when the user was disabled may have left a session, which must not
    // become valid again.
    if (status === 'disabled' || memberships.length > 0)
      await endOtherSessions(trx, personId, undefined);
    return memberships.length;
  });
  await forgetKeys();
  return changed;
}
