export { createAuthenticate, createPageCaller, type PageCaller } from './authenticate.ts';
export { callerByKeyStatement } from './caller-store.ts';
export { KeyCache, keysCacheTag } from './key-cache.ts';
export { selectApiKeys } from './key-store.ts';
export { createKeyUsage } from './key-usage.ts';
export { revokeKeyAsOperator, revokeUserKeys } from './keys.ts';
export { registerAccess } from './routes.ts';
export { deleteTokenKeys, retireTokenKeys, retireTokenKeysExcept } from './session-store.ts';
