export { foundAccount } from './found.ts';
export { invitationMail } from './invite.ts';
export { registerMembers } from './register.ts';
