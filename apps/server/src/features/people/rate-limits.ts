import { isWithin, type RateLimit, type Throttle } from '../../platform/limits/throttle.ts';

// Per address and account, so that nobody can lock out the owner from elsewhere; and per address,
// against password lists.
export const signInPairLimit: RateLimit = { name: 'sign-in-pair', points: 8, seconds: 300 };
export const signInAddressLimit: RateLimit = { name: 'sign-in-address', points: 100, seconds: 300 };
export const signUpAddressLimit: RateLimit = {
  name: 'sign-up-address',
  points: 60,
  seconds: 3_600,
};
/** Emails to a mailbox requested by one client. The client sees the limit. */
const mailPairLimit: RateLimit = { name: 'account-mails-pair', points: 6, seconds: 3_600 };
/** Emails to a mailbox from all clients. Hidden, because it reveals other requests. */
const mailboxLimit: RateLimit = { name: 'account-mails', points: 30, seconds: 3_600 };
export const confirmAddressLimit: RateLimit = {
  name: 'confirm-address',
  points: 60,
  seconds: 3_600,
};
export const confirmLinkLimit: RateLimit = { name: 'confirm-link', points: 10, seconds: 3_600 };
export const resetAddressLimit: RateLimit = { name: 'reset-address', points: 30, seconds: 3_600 };

// A lecture hall shares one address of the network.
/** Codes to sign in with, requested by one client for all mailboxes and for one. */
export const codeClientLimit: RateLimit = {
  name: 'email-code-client',
  points: 1_000,
  seconds: 3_600,
};
const codeLimits = {
  signIn: createCodeLimits('email-code'),
  /** These emails have no link, so they must not use up those that do. */
  address: createCodeLimits('address-code'),
};

function createCodeLimits(name: string): Record<'pair' | 'mailbox', RateLimit> {
  return {
    pair: { name: `${name}-pair`, points: 3, seconds: 3_600 },
    mailbox: { name, points: 3, seconds: 3_600 },
  };
}

export const codeTriesLimit: RateLimit = {
  name: 'email-code-tries',
  points: 2_000,
  seconds: 3_600,
};
/** Wrong codes of all clients together. Without it, many clients could guess one of many codes. */
const wrongCodesLimit: RateLimit = { name: 'email-code-wrong', points: 2_000, seconds: 3_600 };
const everyone = 'everyone';
/** Wrong codes for one mailbox. Without it, strangers would have hundreds of tries a day. */
const wrongMailboxLimit: RateLimit = {
  name: 'email-code-wrong-mailbox',
  points: 20,
  seconds: 86_400,
};

export async function countWrongCode(throttle: Throttle, mailbox: string): Promise<void> {
  await isWithin(throttle, wrongCodesLimit, everyone);
  await isWithin(throttle, wrongMailboxLimit, mailbox);
}

/** Above a limit, codes are long and short ones are refused, so that nobody is locked out. */
export async function needsLongCodes(throttle: Throttle, mailbox: string): Promise<boolean> {
  const isByAll = await throttle.isExceeded(wrongCodesLimit, everyone);
  const isForMailbox = await throttle.isExceeded(wrongMailboxLimit, mailbox);
  return isByAll || isForMailbox;
}

/** Each challenge of a sign-in with a passkey is a row for 10 minutes. Pages request one when they open. */
export const passkeyStartLimit: RateLimit = { name: 'passkey-start', points: 300, seconds: 300 };
export const passkeyTriesLimit: RateLimit = { name: 'passkey-tries', points: 100, seconds: 300 };
/** Recovery codes are accepted while wrong codes lock the second step, so that nobody can lock its user out. */
export const recoveryTriesLimit: RateLimit = { name: 'recovery-tries', points: 10, seconds: 300 };

/**
 * Like `canSendMail`, for codes. Codes count as emails to the mailbox, but the limit on emails doesn't
 * stop them. Otherwise a stranger's requests would lock out the reader of the mailbox. All clients
 * together may send `reader` 3 codes an hour.
 */
export async function canSendCode(
  throttle: Throttle,
  purpose: keyof typeof codeLimits,
  { mailbox, reader = mailbox, client }: { mailbox: string; reader?: string; client: string },
): Promise<boolean> {
  const limits = codeLimits[purpose];
  await throttle.take(limits.pair, `${mailbox} ${client}`);
  const maySendCode = await isWithin(throttle, limits.mailbox, reader);
  await canSendMail(throttle, mailbox, client);
  return maySendCode;
}

/**
 * Checks whether a client may request an email to a mailbox. Throws above the client's own limit.
 * Returns false if others used up the mailbox's limit, which must look the same to the client.
 */
export async function canSendMail(
  throttle: Throttle,
  mailbox: string,
  address: string,
): Promise<boolean> {
  await throttle.take(mailPairLimit, `${mailbox} ${address}`);
  return isWithin(throttle, mailboxLimit, mailbox);
}
