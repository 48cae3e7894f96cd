import type { OperatorAction, Role } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Database, Trx } from '../../platform/db/index.ts';
import { type AuditEntry, createOperatorActor, recordAction } from '../audit/index.ts';
import { recordAccountEvents } from '../events/index.ts';
import {
  deletePasswordLinks,
  type EndedAccess,
  endOtherAccess,
  endSsoSessions,
  lockUser,
  setDisabledAt,
} from '../people/index.ts';
import { refuseOwner } from './rules.ts';
import {
  deleteMember,
  lockMember,
  lockMemberships,
  type MemberRow,
  setMemberStatus,
  setRoles,
} from './store.ts';

export type ChangeDeps = {
  db: Database;
  clock: Clock;
  invalidateKeys: () => Promise<void>;
};

export async function changeRole(
  deps: ChangeDeps,
  who: Caller,
  memberId: string,
  role: Role,
): Promise<void> {
  await changeMember(deps, who, memberId, 'owner_role_fixed', async (trx, member) => {
    await setRoles(trx, [{ memberId, role }]);
    const now = deps.clock();
    const act = { action: 'changeRole', target: memberId, fields: { role } } as const;
    await recordAction(trx, who, act, now);
    const data = { memberId, role, cause: 'team' } as const;
    if (isMember(member) && member.role !== role)
      await recordAccountEvents(trx, [{ type: 'member.changed', data }], { ...cite(who), now });
  });
}

/** Deleting the row also ends access and API keys, and frees the seat. Sessions of single sign-on end. */
export async function removeMember(deps: ChangeDeps, who: Caller, memberId: string): Promise<void> {
  await changeMember(deps, who, memberId, 'owner_not_removable', async (trx, member) => {
    const personId = await deleteMember(trx, memberId);
    if (personId) await endSsoSessions(trx, personId, who.accountId);
    const now = deps.clock();
    await recordAction(trx, who, { action: 'removeMember', target: memberId }, now);
    const data = { memberId, cause: 'team' } as const;
    if (isMember(member))
      await recordAccountEvents(trx, [{ type: 'member.removed', data }], { ...cite(who), now });
  });
}

/** False for invitations, and for members that a directory deactivated: both had their own events. */
const isMember = ({ status }: MemberRow): boolean => status === 'active' || status === 'disabled';
const cite = ({ accountId, personId, keyId }: Caller) => ({ accountId, by: { personId, keyId } });

async function changeMember(
  { db, invalidateKeys }: ChangeDeps,
  who: Caller,
  memberId: string,
  whenOwner: 'owner_role_fixed' | 'owner_not_removable',
  act: (trx: Trx, member: MemberRow) => Promise<void>,
): Promise<void> {
  await db.write(async (trx) => {
    const member = await lockMember(trx, who.accountId, memberId);
    if (!member) throw new Problem('member_not_found');
    const refusal = refuseOwner(member.role, whenOwner);
    if (refusal) throw new Problem(refusal);
    await act(trx, member);
  });
  await invalidateKeys();
}

type ChangedAccess = EndedAccess & { accounts: number };

/**
 * Blocks a user, also one without an account: sessions, connected apps and links end. Memberships, which
 * authorize keys, are disabled. Returns undefined if already disabled.
 */
export function disableUser(
  deps: ChangeDeps,
  personId: string,
): Promise<ChangedAccess | undefined> {
  return changeUserStatus(deps, personId, 'disabled', 'disablePerson');
}

/** Restores access, including keys. The user signs in again. Returns undefined if not disabled. */
export function enableUser(deps: ChangeDeps, personId: string): Promise<ChangedAccess | undefined> {
  return changeUserStatus(deps, personId, 'active', 'enablePerson');
}

/**
 * Records for the admins of the user's accounts how the user's sign-in changed. `by` is the user, the
 * operator, or someone who entered wrong codes.
 */
export async function recordSignInChange(
  trx: Trx,
  personId: string,
  action: AuditEntry['action'],
  by: 'user' | 'operator' | 'unknown',
  now: Date,
): Promise<void> {
  for (const { memberId, accountId } of await lockMemberships(trx, personId)) {
    const actors = {
      user: { accountId, personId },
      operator: createOperatorActor(accountId),
      unknown: { accountId },
    };
    await recordAction(trx, actors[by], { action, target: memberId }, now);
  }
}

async function changeUserStatus(
  { db, clock, invalidateKeys }: ChangeDeps,
  personId: string,
  status: 'active' | 'disabled',
  action: OperatorAction,
): Promise<ChangedAccess | undefined> {
  const changed = await db.write(async (trx) => {
    await lockUser(trx, personId);
    const disabledAt = status === 'disabled' ? clock() : null;
    const isChanged = await setDisabledAt(trx, personId, disabledAt);
    const memberships = await setMemberStatus(trx, personId, status);
    // A process of an earlier release may have enabled a membership of a disabled user.
    if (!isChanged && memberships.length === 0) return undefined;
    for (const { memberId, accountId } of memberships)
      await recordAction(
        trx,
        createOperatorActor(accountId),
        { action, target: memberId },
        clock(),
      );
    // A sign-in in progress when the user was disabled may have left a session, which must not
    // become valid again.
    const ended = await endOtherAccess(trx, personId, undefined);
    await deletePasswordLinks(trx, personId);
    return { accounts: memberships.length, ...ended };
  });
  await invalidateKeys();
  return changed;
}
