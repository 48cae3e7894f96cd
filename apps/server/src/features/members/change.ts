import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAction } from '../audit/index.ts';
import type { MemberDeps } from './deps.ts';
import { refuseOwner } from './rules.ts';
import { deleteMember, lockMember, setRole } from './store.ts';

export async function changeRole(
  deps: MemberDeps,
  who: Caller,
  memberId: string,
  role: string,
): Promise<void> {
  await changeMember(deps, who, memberId, 'owner_role_fixed', async (trx) => {
    await setRole(trx, memberId, role);
    const act = { action: 'changeRole', target: memberId, fields: { role } } as const;
    await recordAction(trx, who, act, deps.clock());
  });
}

/** Access, keys and seat end with the row. */
export async function removeMember(deps: MemberDeps, who: Caller, memberId: string): Promise<void> {
  await changeMember(deps, who, memberId, 'owner_not_removable', async (trx) => {
    await deleteMember(trx, memberId);
    await recordAction(trx, who, { action: 'removeMember', target: memberId }, deps.clock());
  });
}

async function changeMember(
  { db, forgetKeys }: MemberDeps,
  who: Caller,
  memberId: string,
  whenOwner: 'owner_role_fixed' | 'owner_not_removable',
  act: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.write(async (trx) => {
    const found = await lockMember(trx, who.accountId, memberId);
    if (!found) throw new Problem('member_not_found');
    const refusal = refuseOwner(found.role, whenOwner);
    if (refusal) throw new Problem(refusal);
    await act(trx);
  });
  await forgetKeys();
}
