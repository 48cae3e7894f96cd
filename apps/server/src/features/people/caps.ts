import type { Cap } from '../../platform/throttle.ts';

// Per address and account, so that nobody can lock out the owner from elsewhere; and per address,
// against password lists.
export const signInByPair: Cap = { name: 'sign-in-pair', points: 8, seconds: 300 };
export const signInByAddress: Cap = { name: 'sign-in-address', points: 100, seconds: 300 };
export const signUpByAddress: Cap = { name: 'sign-up-address', points: 60, seconds: 3_600 };
/** Emails to a mailbox requested by one client. The client sees the limit. */
export const mailsByPair: Cap = { name: 'account-mails-pair', points: 6, seconds: 3_600 };
/** Emails to a mailbox from all clients. Hidden, because it reveals other requests. */
export const mailsToMailbox: Cap = { name: 'account-mails', points: 30, seconds: 3_600 };
export const confirmByAddress: Cap = { name: 'confirm-address', points: 60, seconds: 3_600 };
export const confirmByLink: Cap = { name: 'confirm-link', points: 10, seconds: 3_600 };
export const resetByAddress: Cap = { name: 'reset-address', points: 30, seconds: 3_600 };
