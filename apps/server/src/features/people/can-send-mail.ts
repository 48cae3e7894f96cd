import { Problem } from '../../kernel/problem.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { mailboxLimit, mailPairLimit } from './rate-limits.ts';

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
  try {
    await throttle.take(mailboxLimit, mailbox);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return false;
    throw error;
  }
}
