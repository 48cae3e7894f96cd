export { mailHandler } from './handler.ts';
export type { Letter } from './letter.ts';
export { type MailKind, type NewMail, post, unasked } from './post.ts';
export { type Mail, tidyMails } from './store.ts';
export { fileTransport, smtpConnections, smtpTransport, type Transport } from './transport.ts';
export {
  createUnsubscribeTokens,
  type Subscription,
  type UnsubscribeTokens,
} from './unsubscribe.ts';
