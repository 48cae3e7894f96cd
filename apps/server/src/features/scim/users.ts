import { type DirectoryAction, type ProvisionedRole, plans } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Urls } from '../../kernel/urls.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import { invalidateOnCommit } from '../../platform/db/invalidation.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { deleteMemberApiKeys, keysCacheTag } from '../access/index.ts';
import type { TakeStrangerMail } from '../accounts/index.ts';
import { type Actor, recordAction, recordActions } from '../audit/index.ts';
import { recordAccountEvents } from '../events/index.ts';
import {
  deleteMember,
  insertMember,
  lockAndCountSeats,
  mailInvitation,
  releaseRemovedMember,
  setMemberAccess,
  setRoles,
} from '../members/index.ts';
import {
  endOtherAccess,
  endOtherSessions,
  findUserByAddress,
  findUserIdByEmail,
  insertUser,
  isDisabled,
  lockUser,
} from '../people/index.ts';
import { isActive, userEtag } from './describe-user.ts';
import {
  type GroupReference,
  leaveGroups,
  listGroupsOfUsers,
  lockAndFindRoles,
  readGroupRoles,
} from './group-store.ts';
import {
  assertMayMove,
  decideNewRole,
  type GroupRoles,
  ScimError,
  type UserChange,
} from './rules.ts';
import {
  type Directory,
  findDeactivatedUser,
  findInviteId,
  findUser,
  isMemberElsewhere,
  isMemberOf,
  lockUserByAddress,
  saveDetails,
  type UserRow,
} from './store.ts';

/** True if the account has proved that the domain of this email address is its own. */
export type OwnsDomain = (trx: Trx, accountId: string, email: string) => Promise<boolean>;

export type UserDeps = {
  db: Database;
  clock: Clock;
  urls: Urls;
  takeStranger: TakeStrangerMail;
  ownsDomain: OwnsDomain;
};

export const createDirectoryActor = ({ accountId, tokenId }: Directory): Actor => ({
  accountId,
  keyId: tokenId,
});

export const userNotFound = () => new ScimError(404, 'No user has this id.');

async function refuseDisabled(trx: Trx, personId: string): Promise<void> {
  if (await isDisabled(trx, personId))
    throw new ScimError(403, 'The operator of the service has blocked this user.');
}

const ownerIsFixed = () =>
  new ScimError(
    403,
    'This user owns the account, so a directory can’t deactivate, remove or rename them. Exclude them from provisioning.',
  );
const duplicate = () =>
  new ScimError(409, 'Another user of this account has this userName.', 'uniqueness');

async function record(
  trx: Trx,
  who: Directory,
  action: DirectoryAction,
  target: string,
  fields: object,
  now: Date,
): Promise<void> {
  await recordAction(trx, createDirectoryActor(who), { action, target, fields }, now);
}

const readGroups = async (trx: Trx, id: string): Promise<GroupReference[]> =>
  (await listGroupsOfUsers(trx, [id])).get(id) ?? [];

const readEtag = async (trx: Trx, user: UserRow): Promise<string> =>
  userEtag(user, await readGroups(trx, user.id));

/** Reads the stored user for the response. */
async function readBack(trx: Trx, who: Directory, id: string) {
  const user = await findUser(trx, who.accountId, id);
  if (!user) throw userNotFound();
  return { user, groups: await readGroups(trx, id) };
}

/** A concurrent request took the userName first. */
function toConflict(error: unknown): never {
  throw sqlState(error) === '23505' ? duplicate() : error;
}

/**
 * Finds or creates the user who becomes a member at once: only at a domain that the account owns, and
 * never one who belongs to another account. Undefined if an invitation must ask them. Locks the user.
 */
async function findOwnUser(
  trx: Trx,
  { ownsDomain, clock }: UserDeps,
  { accountId }: Directory,
  { email, name, externalId }: NamedUser,
): Promise<string | undefined> {
  if (!(await ownsDomain(trx, accountId, email))) return undefined;
  const known = await findUserByAddress(trx, email);
  // Okta, and Entra ID after a restart, create people again whose userName changed while they were deactivated.
  const earlier = externalId ? await findDeactivatedUser(trx, accountId, externalId) : undefined;
  // Someone else with another primary address decides: it may be their private user.
  const isPrimary = known === (await findUserIdByEmail(trx, email.toLowerCase()));
  if (known && known !== earlier && !isPrimary) return undefined;
  if (earlier && !known) {
    await lockUser(trx, earlier);
    await refuseDisabled(trx, earlier);
    return (await isMemberOf(trx, earlier, accountId)) ? undefined : earlier;
  }
  if (!known) {
    const id = newId();
    await insertUser(trx, id, { email: email.toLowerCase(), name }, clock());
    return id;
  }
  await lockUser(trx, known);
  await refuseDisabled(trx, known);
  // The address may have moved to another user meanwhile.
  if ((await findUserByAddress(trx, email)) !== known) return undefined;
  const isForeign = await isMemberElsewhere(trx, known, accountId);
  return isForeign || (await isMemberOf(trx, known, accountId)) ? undefined : known;
}

type NamedUser = { email: string; name: string; externalId?: string | null | undefined };

function chooseName(
  { displayName, formattedName, givenName, familyName }: UserChange,
  email: string,
) {
  const joined = [givenName, familyName].filter(Boolean).join(' ');
  return displayName || formattedName || joined || email.slice(0, email.lastIndexOf('@'));
}

/** Directories repeat the request after the time that the error names. */
function explainLimit(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'too_many_requests') throw error;
  const { retryAfterSeconds } = error;
  throw new Problem('too_many_requests', {
    text: 'Too many invitations were sent. Verify the domain of these addresses under Single sign-on: its users need no invitation. Or wait for the time in Retry-After.',
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

async function invite(
  trx: Trx,
  deps: UserDeps,
  who: Directory,
  { email, role }: { email: string; role: string },
  inviteId: string,
): Promise<void> {
  await deps.takeStranger(trx, who, email).catch(explainLimit);
  await mailInvitation(trx, deps, who, { email, role }, inviteId);
}

export function createUser(
  deps: UserDeps,
  who: Directory,
  change: UserChange & { userName: string },
) {
  const { db, clock } = deps;
  const { accountId } = who;
  const { userName: email, active = true } = change;
  const creating = db.write(async (trx) => {
    const now = clock();
    // Users are locked before seats, and seats before members, as everywhere.
    const name = chooseName(change, email);
    const { externalId } = change;
    const personId = active
      ? await findOwnUser(trx, deps, who, { email, name, externalId })
      : undefined;
    const seats = await lockAndCountSeats(trx, accountId);
    await makeRoom(trx, accountId, email);
    if (personId) await releaseRemovedMember(trx, { accountId, personId });
    if (active) assertSeat(who, seats);
    const role = decideNewRole(await readGroupRoles(trx, accountId), who.role);
    const id = newId();
    const access = chooseAccess(active, personId);
    await insertMember(trx, { memberId: id, accountId, email, role, ...access });
    if (access.inviteId) await invite(trx, deps, who, { email, role }, access.inviteId);
    await saveDetails(trx, { id, accountId }, chooseState(active), change, now);
    await record(trx, who, 'provisionMember', id, present(change), now);
    if (access.status === 'active') await recordJoined(trx, who, { id, role }, now);
    return readBack(trx, who, id);
  });
  return creating.catch(toConflict);
}

/** A known user is a member at once, another one after accepting an invitation. */
function chooseAccess(
  active: boolean,
  personId: string | undefined,
): Pick<UserRow, 'status' | 'personId'> & { inviteId: string | null } {
  if (!active) return { status: 'deprovisioned', personId: null, inviteId: null };
  return personId
    ? { status: 'active', personId, inviteId: null }
    : { status: 'pending', personId: null, inviteId: newId() };
}

/** Ids of deleted resources aren't used again (RFC 7643 §3.1), so what the directory deleted makes room. */
async function makeRoom(trx: Trx, accountId: string, email: string): Promise<void> {
  const known = await lockUserByAddress(trx, accountId, email);
  if (!known) return;
  if (known.state !== 'deleted') throw duplicate();
  await deleteMember(trx, known.id);
}

function assertSeat({ plan }: Directory, seats: number): void {
  if (seats >= plans[plan].seats)
    throw new ScimError(403, 'All seats of the plan are taken. Remove members or change the plan.');
}

/** Returns the fields that have a value. The audit log records their names. */
const present = (change: UserChange): object =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));

/** Locks the user, then the member. */
async function lockMember(trx: Trx, who: Directory, id: string): Promise<UserRow> {
  const seen = await findUser(trx, who.accountId, id);
  if (seen?.personId) await lockUser(trx, seen.personId);
  const member = await findUser(trx, who.accountId, id, true);
  if (!member) throw userNotFound();
  if (member.personId && member.personId !== seen?.personId) await lockUser(trx, member.personId);
  return member;
}

export function changeUser(
  deps: UserDeps,
  who: Directory,
  id: string,
  change: UserChange,
  assertMatches: AssertMatches,
) {
  const { db, clock } = deps;
  const { accountId } = who;
  const changing = db.write(async (trx) => {
    const now = clock();
    // Restoring takes a seat, which is locked before the member.
    const seats = change.active ? await lockAndCountSeatsAfterUser(trx, who, id) : 0;
    const user = await lockMember(trx, who, id);
    assertMatches(await readEtag(trx, user));
    const wasActive = isActive(user);
    const isOn = change.active ?? wasActive;
    const email = change.userName ?? user.email;
    await assertChangeable(trx, who, user, { email, isOn, isEnding: change.active === false });
    await changeAccess(trx, deps, who, user, { email, isOn, seats, change, now });
    // The operator's block isn't the directory's: enabling the user restores the member.
    const state = change.active === undefined ? (user.state ?? 'active') : chooseState(isOn);
    await saveDetails(trx, { id, accountId }, state, change, now);
    await record(trx, who, chooseAction(wasActive, isOn), id, present(change), now);
    return readBack(trx, who, id);
  });
  return changing.catch(toConflict);
}

const chooseState = (isOn: boolean) => (isOn ? 'active' : 'inactive');

type NextAccess = {
  email: string;
  isOn: boolean;
  seats: number;
  change: UserChange;
  now: Date;
};

async function changeAccess(
  trx: Trx,
  deps: UserDeps,
  who: Directory,
  user: UserRow,
  { email, isOn, seats, change, now }: NextAccess,
): Promise<void> {
  const wasActive = isActive(user);
  if (wasActive && !isOn) await endMembership(trx, deps, who, user, { email, now });
  else if (!wasActive && isOn) {
    const restored = await restore(trx, deps, who, { ...user, email }, seats, change);
    if (restored === 'active') await recordJoined(trx, who, user, now);
  } else if (email !== user.email) await rename(trx, deps, who, user, email);
}

function chooseAction(wasActive: boolean, isOn: boolean): DirectoryAction {
  if (wasActive === isOn) return 'changeProvisionedMember';
  return isOn ? 'restoreMember' : 'deprovisionMember';
}

async function assertChangeable(
  trx: Trx,
  { accountId, role: limit }: Directory,
  user: UserRow,
  next: { email: string; isOn: boolean; isEnding: boolean },
): Promise<void> {
  const isRenamed = next.email.toLowerCase() !== user.email.toLowerCase();
  if (user.role === 'owner' && (next.isEnding || isRenamed)) throw ownerIsFixed();
  // A directory that renames a member and adds their user again leaves the role to nobody.
  const isGiven = user.personId === null && (isRenamed || (!isActive(user) && next.isOn));
  if (isGiven) assertMayMove(user.role, limit);
  const other = isRenamed ? await lockUserByAddress(trx, accountId, next.email) : undefined;
  if (other && other.id !== user.id) throw duplicate();
}

async function lockAndCountSeatsAfterUser(trx: Trx, who: Directory, id: string): Promise<number> {
  const seen = await findUser(trx, who.accountId, id);
  if (seen?.personId) await lockUser(trx, seen.personId);
  return lockAndCountSeats(trx, who.accountId);
}

/**
 * Ends access in every process: sessions and JWTs are rows, each request reads the membership, and the
 * invalidation clears cached keys. A member whom the operator blocked stays blocked.
 */
async function endMembership(
  trx: Trx,
  { ownsDomain }: Pick<UserDeps, 'ownsDomain'>,
  { accountId }: Directory,
  user: UserRow,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  const { id, personId } = user;
  const status = user.status === 'disabled' ? 'disabled' : 'deprovisioned';
  await setMemberAccess(trx, id, { email, status, personId, inviteId: null });
  await deleteMemberApiKeys(trx, id);
  const primary = personId && (await lockUser(trx, personId));
  // The apps that a guest connected to My credentials don't belong to the account.
  const isOwn = Boolean(primary && (await ownsDomain(trx, accountId, primary)));
  if (personId) await (isOwn ? endOtherAccess : endOtherSessions)(trx, personId, undefined);
  await invalidateOnCommit(trx, keysCacheTag);
  const data = { memberId: id, cause: 'directory' } as const;
  if (user.status === 'active')
    await recordAccountEvents(trx, [{ type: 'member.removed', data }], byDirectory(accountId, now));
}

const byDirectory = (accountId: string, now: Date) => ({ accountId, by: undefined, now });

async function recordJoined(
  trx: Trx,
  { accountId }: Directory,
  { id: memberId, role }: Pick<UserRow, 'id' | 'role'>,
  now: Date,
): Promise<void> {
  const data = { memberId, role, cause: 'directory' } as const;
  await recordAccountEvents(trx, [{ type: 'member.joined', data }], byDirectory(accountId, now));
}

/** Returns the new status. */
async function restore(
  trx: Trx,
  deps: UserDeps,
  who: Directory,
  user: UserRow,
  seats: number,
  change: UserChange,
): Promise<UserRow['status']> {
  const { id, email, role } = user;
  if (user.personId) await refuseDisabled(trx, user.personId);
  assertSeat(who, seats);
  // A key may have been created while the member was deprovisioned.
  await deleteMemberApiKeys(trx, id);
  const name = chooseName({ ...user, ...change }, email);
  const personId = user.personId ?? (await findOwnUser(trx, deps, who, { email, name }));
  if (personId && !user.personId) await releaseRemovedMember(trx, { ...who, personId });
  const access = chooseAccess(true, personId);
  await setMemberAccess(trx, id, { email, ...access });
  if (access.inviteId) await invite(trx, deps, who, { email, role }, access.inviteId);
  return access.status;
}

/**
 * Changes the address by which the directory knows the member. Users sign in with their own
 * address, which no directory changes. A pending invitation is sent to the new address, and the
 * link in the old email stops working.
 */
async function rename(
  trx: Trx,
  deps: UserDeps,
  who: Directory,
  user: UserRow,
  email: string,
): Promise<void> {
  const { id, status, personId } = user;
  const inviteId = status === 'pending' ? newId() : await findInviteId(trx, id);
  await setMemberAccess(trx, id, { email, status, personId, inviteId });
  if (status === 'pending' && inviteId)
    await invite(trx, deps, who, { email, role: user.role }, inviteId);
}

/** The member row stays, hidden from the directory, so that no invitation restores the membership. */
export async function deprovisionUser(
  deps: UserDeps,
  who: Directory,
  id: string,
  assertMatches: AssertMatches,
): Promise<void> {
  const { db, clock } = deps;
  const { accountId } = who;
  await db.write(async (trx) => {
    const user = await lockMember(trx, who, id);
    assertMatches(await readEtag(trx, user));
    if (user.role === 'owner') throw ownerIsFixed();
    await endMembership(trx, deps, who, user, { email: user.email, now: clock() });
    await leaveGroups(trx, id);
    const erased: UserChange = {
      ...{ externalId: null, givenName: null, familyName: null, formattedName: null },
      ...{ displayName: null, workEmail: null },
    };
    await saveDetails(trx, { id, accountId }, 'deleted', erased, clock());
    await record(trx, who, 'deprovisionMember', id, {}, clock());
  });
}

/** Applies the roles of groups to members who joined or left a group with a role. */
export async function updateRoles(
  trx: Trx,
  actor: Actor,
  { accountId, limit, roles }: { accountId: string; limit: ProvisionedRole; roles: GroupRoles },
  ids: string[],
  now: Date,
): Promise<void> {
  const changed = await setRoles(trx, await lockAndFindRoles(trx, accountId, limit, roles, ids));
  if (changed.length === 0) return;
  const targets = changed.map(({ memberId }) => memberId);
  await recordActions(trx, actor, { action: 'changeProvisionedRole', targets }, now);
  const { personId = null } = actor;
  const cause = personId ? 'team' : 'directory';
  const events = changed
    .filter(({ status }) => status === 'active')
    .map(({ memberId, role }) => {
      const data = { memberId, role, cause } as const;
      return { type: 'member.changed', data } as const;
    });
  const by = personId ? { personId } : undefined;
  await recordAccountEvents(trx, events, { accountId, by, now });
  await invalidateOnCommit(trx, keysCacheTag);
}
