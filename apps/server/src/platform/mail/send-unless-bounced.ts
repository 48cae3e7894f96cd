import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/index.ts';
import type { LeaseCheck } from '../jobs/index.ts';
import { markAddressBounced } from './bounce-store.ts';
import { isDeadMailbox } from './rules.ts';
import type { Mail } from './store.ts';
import { type MailMessage, MailRefusedError, type Transport } from './transport.ts';

type Parts = { db: Database; clock: Clock; transport: Transport };

const skipReasons = {
  hard: 'not sent: emails to this address have bounced. The operator can unblock it',
  complaint:
    'not sent: the recipient marked an email as spam. The operator can unblock the address',
};

/**
 * Skips unsolicited email to bounced addresses. Requested email is tried, so that no report locks
 * anyone out. The server's response about a mailbox is recorded.
 */
export async function sendUnlessBounced(
  { db, clock, transport }: Parts,
  { id, to, bounced }: Pick<Mail, 'id' | 'to' | 'bounced'>,
  isUnasked: boolean,
  message: MailMessage,
  lost: LeaseCheck,
): Promise<void> {
  if (bounced && isUnasked) throw new MailRefusedError(skipReasons[bounced]);
  try {
    await transport.send(message, lost);
  } catch (error) {
    if (error instanceof MailRefusedError && !bounced && isDeadMailbox(error.message))
      await markAddressBounced(db, to, 'hard', id, clock());
    throw error;
  }
}
