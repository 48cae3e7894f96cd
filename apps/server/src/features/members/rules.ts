import { canonicalAddress, type ErrorCode, type Role } from '@insignia/contract';

/** The owner's role and seat can't be changed (interface specification §7). */
export function refuseOwner(role: Role, code: ErrorCode): ErrorCode | undefined {
  return role === 'owner' ? code : undefined;
}

export function isInvitedAddress(invitedEmail: string, provenEmail: string): boolean {
  const [invited, proven] = [invitedEmail, provenEmail].map((email) =>
    canonicalAddress(email).toLowerCase(),
  );
  return invited === proven;
}
