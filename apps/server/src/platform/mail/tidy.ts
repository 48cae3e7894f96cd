import { maintainPartitions, type Trx } from '../db/index.ts';
import { mailRetentionMs } from './rules.ts';
import { deleteMailsBefore, failDeadMails, hasQueuedMails } from './store.ts';

/** Fails emails whose last attempt crashed, and deletes old ones. */
export async function tidyMails(trx: Trx, now: Date): Promise<'again' | undefined> {
  await failDeadMails(trx);
  return maintainPartitions(
    trx,
    {
      table: 'mails',
      keptMs: mailRetentionMs,
      isHeld: hasQueuedMails,
      dropRows: deleteMailsBefore,
    },
    now,
  );
}
