export { credentialMail, shareMail, visitorMail } from './kinds.ts';
export { registerSharing } from './register.ts';
export { resend } from './resend.ts';
export { recordDelivery } from './send.ts';
export { sendMany } from './send-many.ts';
export { isSuppressed } from './sql.ts';
export { holdCredential } from './store.ts';
export { textsIn } from './texts/index.ts';
export { createUnsubscribeTokens, type UnsubscribeTokens } from './unsubscribe-tokens.ts';
