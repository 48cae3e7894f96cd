export { createAccountForOwner } from './create-account.ts';
export { createOwnAccount } from './create-own-account.ts';
export { disableUser, enableUser, recordPasswordLink } from './disable-user.ts';
export { invitationMailKind, invite } from './invite.ts';
export { registerMembers } from './register.ts';
