import { type Access, type ErrorCode, roleRanks } from '@insignia/contract';
import type { Caller } from '../../kernel/caller.ts';

/** Both the scope and the role must allow it (decisions, "Authentication"). Undefined if they do. */
export function findAccessError(
  access: Exclude<Access, 'public'>,
  caller: Caller,
): ErrorCode | undefined {
  if (access.who === 'person' || access.personOnly) if (caller.keyId) return 'person_required';
  if (access.who === 'person') return undefined;
  if (access.scope === 'write' && caller.scope === 'read') return 'scope_too_small';
  // Also refuses a role of a newer release, which has no rank here.
  return roleRanks[caller.role] >= roleRanks[access.role] ? undefined : 'role_too_small';
}
