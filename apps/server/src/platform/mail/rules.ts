/** Wakes the work that deletes files of erased emails. */
export const mailFilesWork = 'mail-files';

export const mailRetentionMs = 90 * 86_400_000;

/**
 * hard: the mailbox doesn't exist or is closed. refused: this email was rejected for good, but
 * another may pass. complaint: marked as spam.
 */
export type BounceKind = 'hard' | 'refused' | 'complaint';

// RFC 3463: no such mailbox, system or address, moved, no mail server, disabled. RFC 7505: accepts
// no email.
const deadCodes = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/**
 * Classifies an enhanced status code (RFC 3463). Undefined for temporary failures and successes.
 */
export function classifyBounceStatus(status: string): 'hard' | 'refused' | undefined {
  if (deadCodes.test(status)) return 'hard';
  return /^5\.\d{1,3}\.\d{1,3}$/.test(status) ? 'refused' : undefined;
}

/** Recognizes responses such as `550 5.1.1 no such user`. */
export function isDeadMailbox(reply: string): boolean {
  const code = /\b5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply.slice(0, 1_000))?.[1];
  return code !== undefined && classifyBounceStatus(code) === 'hard';
}

export const mailsTotal = 'insignia_mails_total';

/** `claims` has the codes of claim pages, where hundreds may wait at once. `awaited` has all others. */
export type AwaitedQueue = 'awaited' | 'claims';

/** Payload of a job that sends an email. A withdrawn email isn't sent, even with new attempts. */
export type MailPayload = { isWithdrawn?: true };

/** A kind of email, defined by the feature that sends it. */
export type MailKind = {
  name: string;
  /** A person is waiting for it, so it has slots of its own. */
  queue?: AwaitedQueue;
  /** Unsolicited: recipients can unsubscribe. */
  isUnasked?: true;
  /** The address isn't stored after it was sent: the recipient asked to be erased. */
  erasesAddress?: true;
  /** Sent to addresses that an account chose, and whose owners never agreed. */
  goesToStrangers?: true;
};
