export {
  type CorrectedCredential,
  correctQueuedMails,
  type RenderReminder,
} from './correct-queued-mails.ts';
export {
  createEmailBranding,
  createTemplateContext,
  credentialEmail,
  credentialMailKind,
  type EmailedCredential,
  reminderMailKind,
  shareMailKind,
  visitorMailKind,
} from './emails.ts';
export { readMailsAbout, registerSharing } from './routes.ts';
export { recordDelivery, resendOne, sendMany } from './send.ts';
export { isRevoked, isSuppressed } from './sql.ts';
export {
  lockCredentialsToMail,
  lockCredentialToMail,
  lockMailedCredential,
  type MailableCredential,
} from './store.ts';
export { type EmailSender, listEmailSenders } from './suppression-store.ts';
export { getEmailTexts, getUnsubscribeTexts } from './texts.ts';
export {
  changeSubscription,
  createUnsubscribeTokens,
  readRetiredKeys,
  retireKey,
  type UnsubscribeTokens,
} from './unsubscribe.ts';
