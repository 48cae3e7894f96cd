import { Problem } from '../../kernel/problem.ts';
import type { Throttle } from '../../platform/throttle.ts';
import { mailsByPair, mailsToMailbox } from './caps.ts';

/**
 * Whether a client may have one more mail sent to a mailbox. Over its own cap it is refused; when others have used up the
 * mailbox's, the answer is no, and the client must see no difference.
 */
export async function mayMail(
  throttle: Throttle,
  mailbox: string,
  address: string,
): Promise<boolean> {
  await throttle.take(mailsByPair, `${mailbox} ${address}`);
  try {
    await throttle.take(mailsToMailbox, mailbox);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many_requests') return false;
    throw error;
  }
}
