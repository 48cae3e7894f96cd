export { disableUser, enableUser, recordSignInChange } from './change.ts';
export { createAccountForOwner, createOwnAccount } from './create-account.ts';
export { invitationMailKind, invite, mailInvitation } from './invite.ts';
export { type JoinRefusal, joinAccount } from './join.ts';
export { registerMembers } from './routes.ts';
export {
  deleteMember,
  insertMember,
  lockAndCountSeats,
  releaseRemovedMember,
  setMemberAccess,
  setRoles,
} from './store.ts';
