import { plans, type Role } from '@insignia/contract';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { recordAccountEvents } from '../events/index.ts';
import {
  activateMember,
  insertMember,
  type JoinedMembership,
  lockAndCountSeats,
  lockMembership,
  readPlan,
} from './store.ts';

type Joiner = { accountId: string; personId: string; email: string };
type Terms = {
  /** Null if nothing gives the user a role. */
  role: Role | null;
  /** True if the role also applies to members and invitations that have one already. */
  replacesRole: boolean;
  /** True if the user needs no invitation. */
  isOpen: boolean;
};
export type JoinRefusal =
  | 'noRole'
  | 'notInvited'
  | 'noSeat'
  | 'removed'
  | 'disabled'
  | 'otherSubject';
export type JoinResult = { memberId: string; role: Role; isNew: boolean; hasNewRole: boolean };

/**
 * Makes a user, whom an identity provider vouches for, a member: as before, by their invitation, or
 * as a new member. The user must be locked.
 */
export async function joinAccount(
  trx: Trx,
  joiner: Joiner,
  terms: Terms,
  now: Date,
): Promise<JoinResult | { refusal: JoinRefusal }> {
  const joined = await join(trx, joiner, terms);
  if ('refusal' in joined) return joined;
  const { memberId, role, isNew, hasNewRole } = joined;
  if (isNew || hasNewRole) {
    const type = isNew ? 'member.joined' : 'member.changed';
    const data = { memberId, role, cause: 'singleSignOn' } as const;
    const { accountId, personId } = joiner;
    await recordAccountEvents(trx, [{ type, data }], { accountId, by: { personId }, now });
  }
  return joined;
}

async function join(
  trx: Trx,
  joiner: Joiner,
  terms: Terms,
): Promise<JoinResult | { refusal: JoinRefusal }> {
  const seats = await lockAndCountSeats(trx, joiner.accountId);
  const known = await lockMembership(trx, joiner);
  if (known) return changeMember(trx, known, joiner, terms);
  const { role, isOpen } = terms;
  if (!isOpen) return { refusal: 'notInvited' };
  if (!role) return { refusal: 'noRole' };
  if (seats >= plans[await readPlan(trx, joiner.accountId)].seats) return { refusal: 'noSeat' };
  return addMember(trx, joiner, role);
}

/** Accepts an invitation, and applies the role. */
async function changeMember(
  trx: Trx,
  known: JoinedMembership,
  { personId }: Joiner,
  { role, replacesRole }: Terms,
): Promise<JoinResult | { refusal: JoinRefusal }> {
  const refusal = findRefusal(known, personId);
  if (refusal) return { refusal };
  const isFixed = known.role === 'owner' || !replacesRole;
  if (!isFixed && !role) return { refusal: 'noRole' };
  const next = isFixed || !role ? known.role : role;
  const isNew = known.status === 'pending';
  const hasNewRole = next !== known.role;
  if (isNew || hasNewRole) await activateMember(trx, known.memberId, { personId, role: next });
  return { memberId: known.memberId, role: next, isNew, hasNewRole };
}

async function addMember(
  trx: Trx,
  { accountId, personId, email }: Joiner,
  role: Role,
): Promise<JoinResult> {
  const memberId = newId();
  await insertMember(trx, {
    ...{ memberId, accountId, personId, email, role },
    ...{ status: 'active', inviteId: null },
  });
  return { memberId, role, isNew: true, hasNewRole: false };
}

function findRefusal(known: JoinedMembership, personId: string): JoinRefusal | undefined {
  if (known.personId !== null && known.personId !== personId) return 'otherSubject';
  if (known.status === 'disabled') return 'disabled';
  return known.status === 'active' || known.status === 'pending' ? undefined : 'removed';
}
