import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { BackgroundWork } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import { deleteUnconfirmedAddresses } from './address-store.ts';
import { codesRequestedTotal, codesWrongTotal } from './email-code.ts';
import { signUpLifetimeMs, unconfirmedLifetimeMs } from './rules.ts';
import { deleteExpiredSessions } from './session-store.ts';
import { signInMethods, signInOutcomes, signInsTotal } from './sign-in.ts';
import { deleteExpiredLinks, deleteExpiredSignUps } from './store.ts';

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

export function registerPeopleWork(work: BackgroundWork, { clock }: { clock: Clock }): void {
  work.chores(
    {
      name: 'sign-ups',
      run: (trx) => deleteExpiredSignUps(trx, new Date(clock().getTime() - signUpLifetimeMs)),
    },
    { name: 'reset links', run: deleteExpiredLinks },
    { name: 'sessions', run: deleteExpiredSessions },
    {
      name: 'unconfirmed addresses',
      run: (trx) =>
        deleteUnconfirmedAddresses(trx, new Date(clock().getTime() - unconfirmedLifetimeMs)),
    },
  );
}

export function measurePeople({ figures }: Metrics, db: Database): void {
  figures(
    db.figures,
    'counter',
    { name: codesRequestedTotal, help: 'Codes to sign in with that were requested by email.' },
    { name: codesWrongTotal, help: 'Codes and links to sign in with that were refused.' },
    {
      name: signInsTotal,
      help: 'Steps of sign-ins by method and outcome. A continued one needs a second step.',
      labels: ['method', 'outcome'],
      zeros: signInMethods.flatMap((method) =>
        signInOutcomes.map((outcome) => ({ method, outcome })),
      ),
    },
  );
}
