import type { DirectoryAction } from '@insignia/contract';
import type { Clock } from '../../kernel/clock.ts';
import { newId, readId } from '../../kernel/id.ts';
import { type Database, sqlState, type Trx } from '../../platform/db/index.ts';
import type { AssertMatches } from '../../platform/http/index.ts';
import { recordAction } from '../audit/index.ts';
import {
  addGroupMembers,
  countKnownMembers,
  deleteGroupRow,
  findGroup,
  type GroupReference,
  type GroupRow,
  insertGroup,
  isOwnerAmong,
  listGroupMembers,
  lockGroupRoles,
  readGroupRoles,
  removeGroupMembers,
  saveGroup,
} from './group-store.ts';
import type { GroupStep, readGroup } from './read-resource.ts';
import { assertMayGive, findGroupRole, type GroupRoles, ScimError } from './rules.ts';
import type { Directory } from './store.ts';
import { createDirectoryActor, updateRoles } from './users.ts';

type GroupDeps = { db: Database; clock: Clock };

export const groupEtag = ({ id, version }: GroupRow): string => `"${id.slice(-12)}.${version}"`;

export function describeGroup(
  group: GroupRow,
  members: GroupReference[] | undefined,
  location: string,
) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: group.id,
    ...(group.externalId && { externalId: group.externalId }),
    displayName: group.name,
    ...(members && { members }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location,
      version: groupEtag(group),
    },
  };
}

/** `hasOwner`: the owner of the account is new in the group, whose role doesn't apply to them. */
type ChangedGroup = { group: GroupRow; hasOwner: boolean };

export const groupNotFound = () => new ScimError(404, 'No group has this id.');

function toConflict(error: unknown): never {
  throw sqlState(error) === '23505'
    ? new ScimError(409, 'Another group of this account has this displayName.', 'uniqueness')
    : error;
}

/** Returns the ids, which must be members of this account. */
async function requireMembers(trx: Trx, who: Directory, sent: string[]): Promise<string[]> {
  const ids = sent.map((id) => readId(id));
  const known = ids.filter((id) => id !== undefined);
  const count = known.length > 0 ? await countKnownMembers(trx, who.accountId, known) : 0;
  if (count < sent.length) {
    const unknown = sent.length - count;
    throw new ScimError(
      400,
      `${unknown} of the members ${unknown === 1 ? 'is' : 'are'} not a user of this account. Provision users before groups.`,
      'invalidValue',
    );
  }
  return known;
}

async function record(
  trx: Trx,
  who: Directory,
  action: DirectoryAction,
  fields: object,
  now: Date,
): Promise<void> {
  const entry = { action, target: who.accountId, fields };
  await recordAction(trx, createDirectoryActor(who), entry, now);
}

export function createGroup(
  { db, clock }: GroupDeps,
  who: Directory,
  { displayName: name, externalId, members }: ReturnType<typeof readGroup>,
): Promise<ChangedGroup> {
  const { accountId } = who;
  const creating = db.write(async (trx) => {
    await lockGroupRoles(trx, accountId);
    const now = clock();
    const id = newId();
    await insertGroup(trx, { id, accountId, name, externalId, now });
    const roles = await readGroupRoles(trx, accountId);
    const steps = [{ kind: 'add', members } as const];
    const hasOwner = await applySteps(trx, who, { id, name, roles, isMoved: false }, steps, now);
    await record(trx, who, 'createDirectoryGroup', { displayName: name }, now);
    return { group: (await findGroup(trx, accountId, id)) as GroupRow, hasOwner };
  });
  return creating.catch(toConflict);
}

/** PUT replaces all, PATCH runs steps in order. Either everything changes or nothing. */
export function changeGroup(
  { db, clock }: GroupDeps,
  who: Directory,
  id: string,
  steps: GroupStep[],
  assertMatches: AssertMatches,
): Promise<ChangedGroup> {
  const { accountId } = who;
  const changing = db.write(async (trx) => {
    await lockGroupRoles(trx, accountId);
    const now = clock();
    const group = await findGroup(trx, accountId, id, true);
    if (!group) throw groupNotFound();
    assertMatches(groupEtag(group));
    const sets = steps.filter((step) => step.kind === 'set');
    const next = {
      id,
      name: sets.findLast((set) => set.displayName !== undefined)?.displayName ?? group.name,
      externalId: group.externalId,
    };
    for (const { externalId } of sets) if (externalId !== undefined) next.externalId = externalId;
    await saveGroup(trx, next, now);
    const roles = await readGroupRoles(trx, accountId);
    const isMoved = findGroupRole(roles, next.name) !== findGroupRole(roles, group.name);
    const target = { id, name: next.name, roles, isMoved };
    const hasOwner = await applySteps(trx, who, target, steps, now);
    const fields = {
      displayName: sets.length > 0 || undefined,
      members: steps.length > sets.length || undefined,
    };
    await record(trx, who, 'changeDirectoryGroup', fields, now);
    return { group: (await findGroup(trx, accountId, id)) as GroupRow, hasOwner };
  });
  return changing.catch(toConflict);
}

type GroupTarget = { id: string; name: string; roles: GroupRoles; isMoved: boolean };

/** Returns true if the owner, who keeps their role, joined a group that has one. */
async function applySteps(
  trx: Trx,
  who: Directory,
  { id, name, roles, isMoved }: GroupTarget,
  steps: GroupStep[],
  now: Date,
): Promise<boolean> {
  const { accountId, role: limit } = who;
  const { joined, left } = await runSteps(trx, who, id, steps);
  // A renamed group may have another role.
  if (isMoved) for (const { value } of await listGroupMembers(trx, id)) joined.add(value);
  if (joined.size > 0) assertMayGive(roles, name, limit);
  const hasRole = findGroupRole(roles, name) !== undefined;
  if (!isMoved && !hasRole) return false;
  const affected = [...joined.union(left)];
  if (affected.length > 0)
    await updateRoles(trx, createDirectoryActor(who), { accountId, limit, roles }, affected, now);
  return hasRole && (await isOwnerAmong(trx, accountId, [...joined]));
}

async function runSteps(trx: Trx, who: Directory, groupId: string, steps: GroupStep[]) {
  const [joined, left] = [new Set<string>(), new Set<string>()];
  for (const step of steps) {
    const change = await applyStep(trx, who, groupId, step);
    for (const each of change.joined) joined.add(each);
    for (const each of change.left) left.add(each);
  }
  return { joined, left };
}

type MemberChange = { joined: string[]; left: string[] };

async function applyStep(
  trx: Trx,
  who: Directory,
  groupId: string,
  step: GroupStep,
): Promise<MemberChange> {
  if (step.kind === 'set') return { joined: [], left: [] };
  if (step.kind === 'remove') {
    const ids = step.members.flatMap((sent) => readId(sent) ?? []);
    return { joined: [], left: await removeGroupMembers(trx, groupId, ids, 'these') };
  }
  const ids = await requireMembers(trx, who, step.members);
  const left = step.kind === 'replace' ? await removeGroupMembers(trx, groupId, ids, 'others') : [];
  return { joined: await addGroupMembers(trx, groupId, ids), left };
}

export async function deleteGroup(
  { db, clock }: GroupDeps,
  who: Directory,
  id: string,
  assertMatches: AssertMatches,
): Promise<void> {
  const { accountId } = who;
  await db.write(async (trx) => {
    await lockGroupRoles(trx, accountId);
    const group = await findGroup(trx, accountId, id, true);
    if (!group) throw groupNotFound();
    assertMatches(groupEtag(group));
    const left = await removeGroupMembers(trx, id, [], 'others');
    await deleteGroupRow(trx, id);
    const roles = await readGroupRoles(trx, accountId);
    if (left.length > 0 && findGroupRole(roles, group.name))
      await updateRoles(
        trx,
        createDirectoryActor(who),
        { accountId, limit: who.role, roles },
        left,
        clock(),
      );
    await record(trx, who, 'deleteDirectoryGroup', { displayName: group.name }, clock());
  });
}
