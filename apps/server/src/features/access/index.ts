export { createAuthenticate } from './authenticate.ts';
export { callerOfKeyStatement } from './caller-store.ts';
export { KeyCache, keysSource } from './key-cache.ts';
export { keysOf } from './key-store.ts';
export { createKeyUsage } from './key-usage.ts';
export { revokeAnyKey, revokeKeysOf } from './keys.ts';
export { createPageCaller, type PageCaller } from './page-caller.ts';
export { registerAccess } from './register.ts';
export { dropSigningKeys, retireForeignKeys, retireSigningKeys } from './signing-key-store.ts';
