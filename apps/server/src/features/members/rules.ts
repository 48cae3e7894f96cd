import type { ErrorCode, Role } from '@insignia/contract';

/** The owner's seat and role are not for sale (interface specification §7). */
export function refuseOwner(role: Role, code: ErrorCode): ErrorCode | undefined {
  return role === 'owner' ? code : undefined;
}

/** Who may take up an invitation: whoever has proven the address that it went to. */
export function isInvited(invitedEmail: string, provenEmail: string): boolean {
  return invitedEmail.toLowerCase() === provenEmail.toLowerCase();
}
