import { computeEtag } from '../../platform/http/index.ts';
import type { GroupReference } from './group-store.ts';
import type { UserRow } from './store.ts';

export const isActive = ({ status, state }: UserRow): boolean =>
  state !== 'inactive' && (status === 'active' || status === 'pending');

export const userEtag = ({ updatedAt, ...user }: UserRow, groups: GroupReference[]): string =>
  computeEtag({
    ...user,
    groups,
    active: isActive({ ...user, updatedAt }),
    updatedAt: updatedAt.getTime(),
  });

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** Okta imports only users with both names. Members whom no directory changed have one name. */
function splitName(name: string | null): Pick<UserRow, 'givenName' | 'familyName'> {
  const [, givenName = null, familyName = null] = /^(.+) (\S+)$/.exec(name ?? '') ?? [];
  return { givenName, familyName };
}

export function describeUser(user: UserRow, groups: GroupReference[], location: string) {
  const { displayName } = user;
  const { givenName, familyName } = user.state === null ? splitName(displayName) : user;
  const joined = [givenName, familyName].filter(Boolean).join(' ');
  const formatted = user.formattedName ?? (joined || displayName);
  const name = {
    ...(formatted && { formatted }),
    ...(givenName && { givenName }),
    ...(familyName && { familyName }),
  };
  const shown = displayName ?? formatted;
  return {
    schemas: [userSchema],
    id: user.id,
    ...(user.externalId && { externalId: user.externalId }),
    userName: user.email,
    ...(formatted && { name }),
    ...(shown && { displayName: shown }),
    active: isActive(user),
    emails: [{ value: user.workEmail ?? user.email, type: 'work', primary: true }],
    ...(groups.length > 0 && { groups }),
    roles: [{ value: user.role, primary: true }],
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location,
      version: userEtag(user, groups),
    },
  };
}
