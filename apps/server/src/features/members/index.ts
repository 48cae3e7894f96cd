export { invitationMail } from './invite.ts';
export { registerMembers } from './register.ts';
