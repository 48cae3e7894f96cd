import type { MailKind } from '../../platform/mail/index.ts';

/** To the recipient, or for the account to someone else. */
export const credentialMailKind: MailKind = { name: 'credential', isUnasked: true };
export const shareMailKind: MailKind = { name: 'share', isUnasked: true };
/** Sent by a visitor of a credential's page. */
export const visitorMailKind: MailKind = { name: 'visitor', isUnasked: true };
