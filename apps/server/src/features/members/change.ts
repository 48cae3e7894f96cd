import type { Caller } from '../../kernel/caller.ts';
import { readId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAct } from '../audit/index.ts';
import type { MemberDeps } from './deps.ts';
import { refuseOwner } from './rules.ts';
import { deleteMember, type MemberRow, memberLocked, setRole } from './store.ts';

export async function changeRole(
  deps: MemberDeps,
  who: Caller,
  memberId: string,
  role: string,
): Promise<string> {
  const member = await change(
    deps,
    who,
    memberId,
    'owner_role_fixed',
    async (trx, { memberId: id }) => {
      await setRole(trx, id, role);
      const act = { action: 'changeRole', target: id, fields: { role } } as const;
      await recordAct(trx, who, act, deps.clock());
    },
  );
  return member.memberId;
}

/** Access, keys and seat go with the row. */
export async function removeMember(deps: MemberDeps, who: Caller, memberId: string): Promise<void> {
  await change(deps, who, memberId, 'owner_not_removable', async (trx, { memberId: id }) => {
    await deleteMember(trx, id);
    await recordAct(trx, who, { action: 'removeMember', target: id }, deps.clock());
  });
}

async function change(
  { db, forgetKeys }: MemberDeps,
  who: Caller,
  memberId: string,
  whenOwner: 'owner_role_fixed' | 'owner_not_removable',
  act: (trx: Trx, member: MemberRow) => Promise<void>,
): Promise<MemberRow> {
  const id = readId(memberId);
  if (!id) throw new Problem('member_not_found');
  const member = await db.transaction().execute(async (trx) => {
    const found = await memberLocked(trx, who.accountId, id);
    if (!found) throw new Problem('member_not_found');
    const refusal = refuseOwner(found.role, whenOwner);
    if (refusal) throw new Problem(refusal);
    await act(trx, found);
    return found;
  });
  await forgetKeys();
  return member;
}
