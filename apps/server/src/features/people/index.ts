export { findConfirmedAddresses, lockUser } from './address-store.ts';
export {
  type Address,
  type AddressDeps,
  type AddressUser,
  addAddress,
  confirmAddress,
  deleteUserWithoutAccount,
  findAccountAddress,
  findOwnAddresses,
  findOwnerAddresses,
  findReadAddress,
  findUserByAddress,
  listAddresses,
  makePrimary,
  removeAddress,
} from './addresses.ts';
export {
  type AdmitSession,
  type Auth,
  authOptions,
  authVersion,
  createAuth,
  listAuthSecrets,
} from './auth.ts';
export {
  accountMailKind,
  passwordResetEmail,
  welcomeEmail,
} from './emails.ts';
export { findNextPath, findOwnSignIn, passkeyScript } from './form-pages.ts';
export type { PeopleDeps, SingleSignOn } from './pages.ts';
export { createPasswordLink } from './password.ts';
export {
  passkeyStartLimit,
  passkeyTriesLimit,
  recoveryTriesLimit,
  signInPairLimit,
} from './rate-limits.ts';
export { registerPeople } from './routes.ts';
export {
  clientHeader,
  findSignInTime,
  hasSecondFactor,
  isRecentSignIn,
  isSsoOnly,
  resetLinkLifetimeMs,
  welcomeLinkLifetimeMs,
} from './rules.ts';
export { createRecoveryCodes } from './second-step.ts';
export {
  addOpenSso,
  createAuthHeaders,
  passCookies,
  readSession,
  refuseForeignOrigin,
  unwrapCause,
} from './session.ts';
export {
  capSessionExpiry,
  deletePasswordLinks,
  type EndedAccess,
  endAllSessions,
  endOtherAccess,
  endOtherSessions,
  endSession,
  endSessionsBeside,
  endSsoSessions,
  lockSession,
} from './session-store.ts';
export { countSignIn, type SignedInUser, type SignInResult } from './sign-in.ts';
export { type BindDeps, bindUser } from './sign-up.ts';
export {
  findUserByEmail,
  findUserIdByEmail,
  findUsersOfAddress,
  insertUser,
  isAnyDisabled,
  isDisabled,
  isTaken,
  lockUserWithoutAccount,
  readUserLanguage,
  setDisabledAt,
  setUserLanguage,
} from './store.ts';
export {
  getSecurityEmailTexts,
  type SecurityChange,
  securityEmail,
} from './texts/security.ts';
export { getMySignInTexts } from './texts.ts';
export { measurePeople, registerPeopleWork } from './work.ts';
