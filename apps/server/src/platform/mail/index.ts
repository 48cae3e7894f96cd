export {
  type Bounce,
  type BouncedAddress,
  type BounceOutcome,
  clearBouncedAddress,
  readBouncedAddresses,
  recordBounce,
} from './bounce-store.ts';
export type { EmailBranding, EmailContent } from './email-content.ts';
export { mailFolderIn } from './files.ts';
export type { MailKind } from './kind.ts';
export { findMailAccount, listMailsSince, type MailLogEntry } from './log-store.ts';
export { createMailMarks, type MailMarks, markHeader } from './marks.ts';
export { type NewMail, queueMails } from './queue-mails.ts';
export { type BounceKind, classifyBounceStatus } from './rules.ts';
export { createServiceBranding } from './service-branding.ts';
export { deleteMailsAbout, failPausedMails, type Mail } from './store.ts';
export { tidyMails } from './tidy.ts';
export { createFileTransport, createSmtpTransport } from './transport.ts';
export { registerMail } from './work.ts';
