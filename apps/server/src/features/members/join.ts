import { type Plan, plans, type Role, storedForms } from '@insignia/contract';
import { sql } from 'kysely';
import { newId } from '../../kernel/id.ts';
import type { Trx } from '../../platform/db/index.ts';
import { lockAndCountSeats } from './store.ts';

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
export type Joined = { memberId: string; role: Role; isNew: boolean; hasNewRole: boolean };

type Membership = {
  memberId: string;
  personId: string | null;
  role: Role;
  status: string;
};

/**
 * Makes a user, whom an identity provider vouches for, a member: as before, by their invitation, or
 * anew. The user must be locked.
 */
export async function joinAccount(
  trx: Trx,
  joiner: Joiner,
  terms: Terms,
  now: Date,
): Promise<Joined | { refusal: JoinRefusal }> {
  const seats = await lockAndCountSeats(trx, joiner.accountId);
  const known = await lockMembership(trx, joiner);
  if (known) return changeMember(trx, known, joiner, terms);
  const { role, isOpen } = terms;
  if (!isOpen) return { refusal: 'notInvited' };
  if (!role) return { refusal: 'noRole' };
  if (seats >= plans[await readPlan(trx, joiner.accountId)].seats) return { refusal: 'noSeat' };
  return addMember(trx, joiner, role, now);
}

/** Accepts an invitation, and applies the role. */
async function changeMember(
  trx: Trx,
  known: Membership,
  { personId }: Joiner,
  { role, replacesRole }: Terms,
): Promise<Joined | { refusal: JoinRefusal }> {
  const refusal = findRefusal(known, personId);
  if (refusal) return { refusal };
  const isFixed = known.role === 'owner' || !replacesRole;
  if (!isFixed && !role) return { refusal: 'noRole' };
  const next = isFixed || !role ? known.role : role;
  const isNew = known.status === 'pending';
  const hasNewRole = next !== known.role;
  if (isNew || hasNewRole)
    await sql`update members set role = ${next}, status = 'active', person_id = ${personId}, invite_id = null
      where id = ${known.memberId}`.execute(trx);
  return { memberId: known.memberId, role: next, isNew, hasNewRole };
}

async function addMember(
  trx: Trx,
  { accountId, personId, email }: Joiner,
  role: Role,
  now: Date,
): Promise<Joined> {
  const memberId = newId();
  await sql`insert into members (id, account_id, person_id, email, role, status, created_at)
    values (${memberId}, ${accountId}, ${personId}, ${email}, ${role}, 'active', ${now})`.execute(
    trx,
  );
  return { memberId, role, isNew: true, hasNewRole: false };
}

function findRefusal(known: Membership, personId: string): JoinRefusal | undefined {
  if (known.personId !== null && known.personId !== personId) return 'otherSubject';
  if (known.status === 'disabled') return 'disabled';
  return known.status === 'active' || known.status === 'pending' ? undefined : 'removed';
}

async function lockMembership(
  trx: Trx,
  { accountId, personId, email }: Joiner,
): Promise<Membership | undefined> {
  const { rows } = await sql<Membership>`
    select id as "memberId", person_id as "personId", role, status from members
    where account_id = ${accountId}
      and (person_id = ${personId} or lower(email) = any(${storedForms(email.toLowerCase())}::text[]))
    order by person_id is not distinct from ${personId}::uuid desc limit 1 for update`.execute(trx);
  return rows[0];
}

async function readPlan(trx: Trx, accountId: string): Promise<Plan> {
  const { rows } = await sql<{ plan: Plan }>`
    select plan from accounts where id = ${accountId}`.execute(trx);
  return rows[0]?.plan ?? 'free';
}
