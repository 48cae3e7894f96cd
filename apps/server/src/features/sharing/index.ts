export { credentialMailKind, shareMailKind, visitorMailKind } from './mail-kinds.ts';
export { resendOne } from './resend.ts';
export { registerSharing } from './routes.ts';
export { recordDelivery, sendMany } from './send.ts';
export { isSuppressed } from './sql.ts';
export { lockMailedCredential } from './store.ts';
export { getEmailTexts } from './texts/index.ts';
export {
  createUnsubscribeTokens,
  readRetiredKeys,
  retireKey,
  type UnsubscribeTokens,
} from './unsubscribe-tokens.ts';
