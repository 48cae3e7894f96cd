import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../db/index.ts';
import type { Lost } from '../jobs/index.ts';
import { keepBounced } from './bounce-store.ts';
import { isDeadMailbox } from './rules.ts';
import type { Mail } from './store.ts';
import { type Message, Refused, type Transport } from './transport.ts';

type Parts = { db: Database; clock: Clock; transport: Transport };

const notSent = {
  hard: 'not sent: mails to this address have come back. Whoever runs the service can release it',
  complaint: 'not sent: its owner has called a mail spam. Whoever runs the service can release it',
};

/**
 * Skips unsolicited email to bounced addresses. Requested email is tried, so that no report locks
 * anyone out. The server's response about a mailbox is recorded.
 */
export async function sendUnlessBounced(
  { db, clock, transport }: Parts,
  { id, to, bounced }: Pick<Mail, 'id' | 'to' | 'bounced'>,
  isUnasked: boolean,
  message: Message,
  lost: Lost,
): Promise<void> {
  if (bounced && isUnasked) throw new Refused(notSent[bounced]);
  try {
    await transport.send(message, lost);
  } catch (error) {
    if (error instanceof Refused && !bounced && isDeadMailbox(error.message))
      await keepBounced(db, to, 'hard', id, clock());
    throw error;
  }
}
