export {
  createAuthenticate,
  createPageUser,
  type PageUser,
  type PageViewer,
} from './authenticate.ts';
export { createKeyUsage, KeyCache, keysCacheTag } from './authenticate-key.ts';
export { callerByKeyStatement, hasAccount } from './caller-store.ts';
export { deleteMemberApiKeys, selectApiKeys } from './key-store.ts';
export { revokeKeyAsOperator, revokeUserKeys } from './keys.ts';
export { registerAccess } from './routes.ts';
export {
  deleteTokenKeys,
  listUserSessions,
  retireTokenKeys,
  retireTokenKeysExcept,
  type SessionRow,
} from './session-store.ts';
