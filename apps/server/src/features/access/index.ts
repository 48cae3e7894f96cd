export { createAuthenticate } from './authenticate.ts';
export { callerByKeyStatement } from './caller-store.ts';
export { KeyCache, keysCacheTag } from './key-cache.ts';
export { selectApiKeys } from './key-store.ts';
export { createKeyUsage } from './key-usage.ts';
export { revokeKeyAsOperator, revokeUserKeys } from './keys.ts';
export { createPageCaller, type PageCaller } from './page-caller.ts';
export { registerAccess } from './register.ts';
export { deleteTokenKeys, retireTokenKeys, retireTokenKeysExcept } from './token-key-store.ts';
