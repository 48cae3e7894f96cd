export { createAccount } from './create-account.ts';
export { disablePerson, enablePerson, recordPasswordLink } from './disable.ts';
export { foundAccount } from './found.ts';
export { invitationMail, invite } from './invite.ts';
export { registerMembers } from './register.ts';
