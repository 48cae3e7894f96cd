import type { ErrorCode, Role } from '@insignia/contract';

/** The owner's role and seat can't be changed (interface specification §7). */
export function refuseOwner(role: Role, code: ErrorCode): ErrorCode | undefined {
  return role === 'owner' ? code : undefined;
}
