/** The work of deleting files of mails that are gone. */
export const mailFilesWork = 'mail-files';

/** What became of a mail is told for so long. */
export const keptMs = 90 * 86_400_000;

/**
 * hard: the mailbox is none, or takes nothing for good. refused: this mail was, for good, and the next one may be taken.
 * complaint: its owner called it spam.
 */
export type BounceKind = 'hard' | 'refused' | 'complaint';

// RFC 3463: no such mailbox, system or address, moved without a new one, no mail server; disabled; RFC 7505: takes no mail.
const deadCodes = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/** By an enhanced status code (RFC 3463); undefined while somebody goes on trying, or when it arrived. */
export function kindOfStatus(status: string): 'hard' | 'refused' | undefined {
  if (deadCodes.test(status)) return 'hard';
  return /^5\.\d{1,3}\.\d{1,3}$/.test(status) ? 'refused' : undefined;
}

/** What a mail server says when it refuses a recipient, such as `550 5.1.1 no such user`. */
export function isDeadMailbox(reply: string): boolean {
  const code = /\b5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(reply.slice(0, 1_000))?.[1];
  return code !== undefined && kindOfStatus(code) === 'hard';
}
