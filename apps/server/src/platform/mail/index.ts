export {
  type Bounce,
  type BouncedAddress,
  type BounceOutcome,
  clearBouncedAddress,
  type LockSubject,
  readBouncedAddresses,
  recordBounce,
} from './bounce-store.ts';
export type { EmailBranding, EmailContent, TemplateContext } from './email-content.ts';
export { createServiceBranding } from './email-content.ts';
export { mailFolderPath as mailFolderIn } from './files.ts';
export { formatSenderName } from './handler.ts';
export { createMailMarks, type MailMarks, markHeader } from './marks.ts';
export {
  type NewMail,
  queueMailIf,
  queueMails,
  readQueueLength,
  requeueMails,
} from './queue-mails.ts';
export { renderEmail } from './render.ts';
export type { MailKind } from './rules.ts';
export { type BounceKind, classifyBounceStatus } from './rules.ts';
export {
  deleteMailsAbout,
  deleteMailsAboutAnything,
  deleteMailsTo,
  failPausedMails,
  findMailAccount,
  listMailsSince,
  lockQueuedMails,
  type Mail,
  type MailLogEntry,
  pauseQueuedMails,
  type QueuedMail,
  setMailsAbout,
  setQueuedContent,
  withdrawQueuedMails,
} from './store.ts';
export { createFileTransport, createSmtpTransport } from './transport.ts';
export { mailReader, measureMail, registerMail, tidyMails } from './work.ts';
