export type { Letter } from './letter.ts';
export { type MailKind, type NewMail, post, toStrangers, unasked } from './post.ts';
export { startMail } from './start.ts';
export { type Mail, tidyMails } from './store.ts';
export { fileTransport, smtpTransport } from './transport.ts';
export {
  createUnsubscribeTokens,
  type Subscription,
  type UnsubscribeTokens,
} from './unsubscribe.ts';
