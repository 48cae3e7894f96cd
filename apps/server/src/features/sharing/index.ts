export { credentialMailKind, shareMailKind, visitorMailKind } from './mail-kinds.ts';
export { resendOne } from './resend.ts';
export { readRetiredKeys, retireKey } from './retired-keys.ts';
export { registerSharing } from './routes.ts';
export { recordDelivery, sendMany } from './send.ts';
export { isSuppressed } from './sql.ts';
export { lockMailedCredential } from './store.ts';
export { getEmailTexts } from './texts/index.ts';
export { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-tokens.ts';
