export { lockUser } from './address-store.ts';
export {
  type Address,
  type AddressDeps,
  type AddressUser,
  addAddress,
  confirmAddress,
  deleteUserWithoutAccount,
  findOwnAddresses,
  listAddresses,
  makePrimary,
  removeAddress,
} from './addresses.ts';
export { type Auth, authOptions, authVersion, createAuth } from './auth.ts';
export { accountMailKind, passwordResetEmail, welcomeEmail } from './emails.ts';
export type { PeopleDeps } from './pages.ts';
export { createPasswordLink } from './password.ts';
export { registerPeople } from './routes.ts';
export {
  isRecentSignIn,
  resetLinkLifetimeMs,
  toAddressKey,
  welcomeLinkLifetimeMs,
} from './rules.ts';
export { createAuthHeaders, readSession, unwrapCause } from './session.ts';
export { capSessionExpiry, endAllSessions, endOtherSessions, endSession } from './session-store.ts';
export { type BindDeps, bindUser } from './sign-up.ts';
export {
  findUserByEmail,
  findUserIdByEmail,
  insertUser,
  lockUserWithoutAccount,
} from './store.ts';
export { getMySignInTexts } from './texts.ts';
export { registerPeopleWork } from './work.ts';
