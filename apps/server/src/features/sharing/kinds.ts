import type { MailKind } from '../../platform/mail/index.ts';

/** To its recipient, or on its account's behalf to somebody else. */
export const credentialMail: MailKind = { name: 'credential', isUnasked: true };
export const shareMail: MailKind = { name: 'share', isUnasked: true };
/** What a visitor of a credential's page sends. */
export const visitorMail: MailKind = { name: 'visitor', isUnasked: true };
