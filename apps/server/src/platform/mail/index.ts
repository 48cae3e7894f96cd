export {
  type Bounce,
  type BouncedAddress,
  bouncedAddresses,
  type Recorded,
  recordBounce,
  releaseBounced,
} from './bounce-store.ts';
export { mailFolderIn } from './files.ts';
export type { MailKind } from './kind.ts';
export type { Letter, LetterBranding } from './letter.ts';
export { accountOfMail, type LoggedMail, mailsSince } from './log-store.ts';
export { createMailMarks, type MailMarks, markHeader } from './marks.ts';
export { type NewMail, post } from './post.ts';
export { type BounceKind, kindOfStatus } from './rules.ts';
export { serviceBranding } from './service-branding.ts';
export { dropMailsAbout, giveUpHeldMails, type Mail } from './store.ts';
export { tidyMails } from './tidy.ts';
export { fileTransport, smtpTransport } from './transport.ts';
export { registerMail } from './work.ts';
