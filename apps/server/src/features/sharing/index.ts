export {
  createEmailBranding,
  credentialMailKind,
  shareMailKind,
  visitorMailKind,
} from './emails.ts';
export { readMailsAbout } from './mail-item.ts';
export { registerSharing } from './routes.ts';
export { recordDelivery, resendOne, sendMany } from './send.ts';
export { isSuppressed } from './sql.ts';
export {
  lockCredentialsToMail,
  lockMailedCredential,
  type MailableCredential,
} from './store.ts';
export { getEmailTexts, getUnsubscribeTexts } from './texts.ts';
export {
  createUnsubscribeTokens,
  readRetiredKeys,
  retireKey,
  type UnsubscribeTokens,
} from './unsubscribe.ts';
