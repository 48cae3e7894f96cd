import type { Cap } from '../../platform/throttle.ts';

// By address and account together, so that nobody locks the owner out from elsewhere; by address alone against lists.
export const signInByPair: Cap = { name: 'sign-in-pair', points: 8, seconds: 300 };
export const signInByAddress: Cap = { name: 'sign-in-address', points: 100, seconds: 300 };
export const signUpByAddress: Cap = { name: 'sign-up-address', points: 60, seconds: 3_600 };
/** Mails to one mailbox that one client asks for; it is told when there are no more. */
export const mailsByPair: Cap = { name: 'account-mails-pair', points: 6, seconds: 3_600 };
/** Mails to one mailbox, whoever asks for them; nobody is told, since it says what others have asked for. */
export const mailsToMailbox: Cap = { name: 'account-mails', points: 30, seconds: 3_600 };
export const confirmByAddress: Cap = { name: 'confirm-address', points: 60, seconds: 3_600 };
export const confirmByLink: Cap = { name: 'confirm-link', points: 10, seconds: 3_600 };
export const resetByAddress: Cap = { name: 'reset-address', points: 30, seconds: 3_600 };
